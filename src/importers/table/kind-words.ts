type KindWord = readonly [word: string, kind: string, type?: string]

/** Words for kinds, by language, separated by commas. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  laptop: [
    'notebook, laptop computer, laptop PC, portable computer, macbook, macbook pro, macbook air',
    'ordinateur portable, portable, PC portable',
    'Laptop-Computer, Notebook-Computer, Klapprechner',
    'portátil, ordenador portátil, computadora portátil',
    'portatile, computer portatile, PC portatile',
  ],
  desktop: [
    'desktop computer, desktop PC, PC, personal computer, imac, mac mini, mac studio',
    'ordinateur de bureau, ordinateur fixe, PC fixe, unité centrale, fixe',
    'Desktop-PC, Desktop-Computer, Standrechner, Arbeitsplatzrechner, Arbeitsplatz-PC',
    'ordenador de sobremesa, sobremesa, ordenador, computadora de escritorio, PC de sobremesa',
    'computer fisso, PC fisso, fisso, computer da tavolo',
  ],
  smartphone: [
    'phone, mobile phone, mobile, cell phone, iphone',
    'téléphone, téléphone portable, téléphone mobile',
    'Handy, Mobiltelefon, Diensthandy',
    'móvil, teléfono, teléfono móvil',
    'cellulare, telefono, telefono cellulare',
  ],
  tablet: [
    'ipad, ipad pro, ipad air, ipad mini, tablet computer, tablet PC',
    'tablette',
    'Tablet-PC',
    'tableta',
    'tavoletta',
  ],
  television: [
    'TV, TV set',
    'téléviseur, télévision, télé',
    'Fernseher, Fernsehgerät',
    'televisor, televisión',
    'televisore, televisione',
  ],
  monitor: [
    'display, screen, computer monitor, computer screen',
    "écran, moniteur, écran d'ordinateur",
    'Bildschirm, Display',
    'pantalla, monitor de ordenador',
    'schermo, monitor PC',
  ],
  box: ['internet box, modem', 'box internet', 'Internetbox, Modem', 'módem', 'modem internet'],
  usb_stick: [
    'USB drive, USB key, flash drive',
    'clé USB',
    'USB-Stick',
    'memoria USB, pendrive',
    'chiavetta USB, penna USB',
  ],
  external_ssd: ['external SSD', 'SSD externe', 'externe SSD', 'SSD externo', 'SSD esterno'],
  external_hdd: [
    'external HDD, external hard drive',
    'disque dur externe',
    'externe Festplatte',
    'disco duro externo',
    'disco rigido esterno',
  ],
  server: ['bare metal', 'serveur', '', 'servidor', ''],
  cloudInstance: [
    'instance, cloud VM, virtual machine, VM, VM instance, virtual machine instance, VMware instance, VMware virtual machine instance, VMware guest, Hyper-V guest, virtual server, virtual private server, VPS, cloud server',
    'instance cloud, machine virtuelle, serveur virtuel, serveur privé virtuel',
    'Cloud-Instanz, Instanz, virtuelle Maschine, virtueller Server',
    'instancia, instancia en la nube, máquina virtual, servidor virtual',
    'istanza, istanza cloud, macchina virtuale, server virtuale',
  ],
  cpu: ['processor', 'processeur', 'Prozessor', 'procesador', 'processore'],
  gpu: ['graphics card', 'carte graphique', 'Grafikkarte', 'tarjeta gráfica', 'scheda grafica'],
  ram: [
    'memory, memory module',
    'mémoire, barrette mémoire',
    'Arbeitsspeicher, Speichermodul',
    'memoria, módulo de memoria',
    'memoria, modulo di memoria',
  ],
  hdd: ['hard disk, hard drive', 'disque dur', 'Festplatte', 'disco duro', 'disco rigido'],
  iotDevice: [
    'IoT, IoT device, connected object, sensor',
    'objet connecté, capteur',
    'IoT-Gerät, Sensor',
    'objeto conectado, sensor',
    'oggetto connesso, sensore',
  ],
  storage: ['cloud storage, object storage', 'stockage', 'Cloud-Speicher', 'almacenamiento', 'archiviazione'],
  network: ['data transfer, network traffic', 'réseau', 'Netz, Netzwerk, Datenverkehr', 'red', 'rete'],
}

/**
 * Plain names of servers by what they run, do or look like: `Linux Server`, `Webserver`, `serveur de fichiers`. Only
 * these words, since a virtual server, a print server and a server cabinet are something else.
 */
export const A_SERVER = new RegExp(
  [
    '(linux|windows|win|unix|aix|solaris|hpux|osx|vmware|hyperv|web|files?|e?mail|db|database|app|application|backup|compute|gpu|hypervisor|esxi?|host|production|test|development|rack|rackmount|blade|tower|physical|baremetal|dedicated|datei|datenbank|anwendungs|applikations|sicherungs|produktions|entwicklungs|physischer?|dedizierter?){1,3}servers?',
    'serveurs?d?e?(web|linux|windows|fichiers|applications?|bases?dedonnees|messagerie|sauvegardes?|calcul|production|tests?|applicatifs?|physiques?|dedies?|racks?|lames?|tours?)',
    'servidor(es)?(de)?(web|linux|windows|archivos|ficheros|aplicaciones|bases?dedatos|correo|respaldo|copiasdeseguridad|produccion|pruebas|fisicos?|dedicados?|rack|blade|torre)',
    'server(web|linux|windows|applicativ[oi]|fisic[oi]|dedicat[oi]|rack|blade|tower|di(file|applicazioni|posta|database|backup|produzione|test))',
  ]
    .map((names) => `^(?:${names})$`)
    .join('|'),
)

/** Words for things in inventories that have no figures here: the plural in English, and words by language. */
const UNCOVERED: Readonly<Record<string, readonly string[]>> = {
  printers: [
    'printer, laser printer, inkjet printer, label printer, multifunction printer, MFP, plotter, copier, photocopier',
    'imprimante, imprimante laser, imprimante multifonction, copieur, photocopieur, traceur',
    'Drucker, Laserdrucker, Multifunktionsdrucker, Etikettendrucker, Kopierer, Multifunktionsgerät',
    'impresora, impresora láser, impresora multifunción, fotocopiadora',
    'stampante, stampante laser, stampante multifunzione, fotocopiatrice',
  ],
  scanners: ['scanner, document scanner', 'numériseur', 'Dokumentenscanner', 'escáner', ''],
  'network switches': [
    'switch, IP switch, network switch, ethernet switch, core switch, access switch',
    'commutateur, switch réseau, commutateur réseau',
    'Netzwerk-Switch, Netzwerkswitch',
    'conmutador, switch de red',
    'switch di rete, commutatore',
  ],
  routers: ['router, IP router, network router, wireless router', 'routeur', '', 'enrutador, rúter', 'instradatore'],
  firewalls: ['firewall, IP firewall, hardware firewall', 'pare-feu', '', 'cortafuegos', ''],
  'access points': [
    'access point, wireless access point, WLAN access point, AP, WAP, wifi access point',
    "point d'accès, borne wifi, point d'accès wifi",
    'WLAN-Access-Point, Zugangspunkt',
    'punto de acceso',
    'punto di accesso',
  ],
  'network equipment': [
    'network equipment, network device, network appliance, load balancer',
    'équipement réseau',
    'Netzwerkgerät, Netzwerkkomponente',
    'equipo de red',
    'apparato di rete, dispositivo di rete',
  ],
  'docking stations': [
    'dock, docking station, docking, port replicator',
    "station d'accueil, réplicateur de ports",
    'Dockingstation, Docking-Station',
    'estación de acoplamiento, base de acoplamiento',
    'stazione di ancoraggio',
  ],
  'uninterruptible power supplies': [
    'UPS, uninterruptible power supply',
    'onduleur, ASI',
    'USV, unterbrechungsfreie Stromversorgung',
    'SAI',
    'gruppo di continuità',
  ],
  'power distribution units': ['PDU, power distribution unit', '', 'Steckdosenleiste', '', ''],
  'telephone systems': [
    'PBX, phone exchange, telephone exchange, telephone system, phone system, VoIP gateway',
    'autocommutateur, standard téléphonique',
    'Telefonanlage, TK-Anlage',
    'centralita, centralita telefónica',
    'centralino, centralino telefonico',
  ],
  'desk telephones': [
    'desk phone, IP phone, VoIP phone, landline phone',
    'téléphone fixe, téléphone IP',
    'Tischtelefon, IP-Telefon, Festnetztelefon',
    'teléfono fijo, teléfono IP',
    'telefono fisso, telefono IP',
  ],
  projectors: ['projector, beamer', 'vidéoprojecteur, projecteur', 'Projektor', 'proyector', 'proiettore'],
  'storage arrays': [
    'storage array, disk array, NAS, SAN, tape library, disk shelf',
    'baie de stockage, baie de disques',
    'Speichersystem, Storage-System, Bandbibliothek',
    'cabina de almacenamiento',
    'array di dischi',
  ],
  keyboards: ['keyboard', 'clavier', 'Tastatur', 'teclado', 'tastiera'],
  mice: ['mouse, computer mouse', 'souris', 'Maus', 'ratón', ''],
  headsets: ['headset, headphone', 'casque, casque audio', 'Kopfhörer', 'auriculares', 'cuffie, cuffia'],
  webcams: ['webcam, camera', 'caméra', 'Kamera', 'cámara', 'telecamera'],
  'e-readers': ['e-reader, ebook reader', 'liseuse', 'E-Book-Reader', '', ''],
}

/** Words in columns of kinds that several kinds share: how a machine runs, or what runs on it. */
const VAGUE: readonly string[] = [
  'computer, computer system, client, client computer, machine, hardware, device, equipment, endpoint, physical, virtual, windows, linux, unix, macos, mac, apple mac, android, ios, chrome os',
  'ordinateur, client, machine, matériel, physique, virtuel, équipement',
  'Computer, Rechner, Client, Hardware, Gerät, physisch, physikalisch, virtuell',
  'equipo, cliente, máquina, físico, virtual, dispositivo',
  'computer, client, macchina, fisico, virtuale, dispositivo, apparecchio',
]

/** Words for a kind and one of its types. */
const TYPED: readonly KindWord[] = [
  ['ultrabook', 'laptop', 'ultrabook'],
  ['chromebook', 'laptop', 'chromebook'],
  ['convertible', 'laptop', 'convertible'],
  ['mobile workstation', 'laptop', 'mobile workstation'],
  ['workstation', 'desktop', 'workstation'],
  ['station de travail', 'desktop', 'workstation'],
  ['Arbeitsstation', 'desktop', 'workstation'],
  ['estación de trabajo', 'desktop', 'workstation'],
  ['tower', 'desktop', 'tower'],
  ['mini', 'desktop', 'mini'],
  ['mini pc', 'desktop', 'mini pc'],
  ['all-in-one', 'desktop', 'all-in-one'],
  ['tout-en-un', 'desktop', 'all-in-one'],
  ['aio', 'desktop', 'aio'],
  ['small form factor', 'desktop', 'small form factor'],
  ['sff', 'desktop', 'sff'],
  ['thin client', 'desktop', 'thin client'],
  ['client léger', 'desktop', 'thin client'],
  ['cliente ligero', 'desktop', 'thin client'],
]

/** Plural forms of a word, by language in the order of the words. */
const PLURALS: readonly ((word: string) => readonly string[])[] = [
  (word) => [`${word}s`, `${word}es`],
  (word) => [`${word}s`, `${word}x`],
  (word) => [`${word}e`, `${word}n`, `${word}en`, `${word}s`],
  (word) => [`${word}s`, `${word}es`],
  (word) => [word.replace(/[aeo]$/, (vowel) => (vowel === 'a' ? 'e' : 'i'))],
]

/** Everyday words: the kind of each and, if it is one of several types, its type. */
export const KIND_WORDS: readonly KindWord[] = [...wordsOf(WORDS), ...TYPED]

/** Everyday words for things without figures, with their plural in English: `Drucker` is of `printers`. */
export const UNCOVERED_WORDS: readonly KindWord[] = wordsOf(UNCOVERED)

/** Everyday words that leave the kind open: `Windows`, `physisch`. */
export const VAGUE_WORDS: readonly string[] = VAGUE.flatMap((list, at) =>
  list.split(', ').flatMap((word) => plurals(word, at)),
)

function wordsOf(words: Readonly<Record<string, readonly string[]>>): readonly KindWord[] {
  return Object.entries(words).flatMap(([kind, lists]) =>
    lists.flatMap((list, at) =>
      list
        .split(', ')
        .flatMap((word): KindWord[] => (word === '' ? [] : plurals(word, at).map((each) => [each, kind]))),
    ),
  )
}

/** A term in singular and plural: `Laptops`, `Ordinateurs portables`, `ordenadores de sobremesa`. */
function plurals(term: string, language: number): readonly string[] {
  const of = PLURALS[language] as (typeof PLURALS)[number]
  const [first = '', ...others] = term.split(' ')
  const all = of(first).map((each) => [each, ...others.flatMap((word) => of(word)[0] ?? [])].join(' '))
  return [term, `${term}s`, ...of(term), ...all, ...of(first).map((each) => [each, ...others].join(' '))]
}
