import type { DESKTOP_FORM_NAMES } from '../../kinds.ts'

type DesktopForm = keyof typeof DESKTOP_FORM_NAMES

/** What a word says of a terminal besides its kind. */
export interface DescribedTerminal {
  readonly type?: string
  readonly form?: DesktopForm
}

type KindWord = readonly [word: string, kind: string, described?: DescribedTerminal]

/** Words for kinds in English, French, German, Spanish, Italian, Portuguese and Dutch, separated by commas. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  laptop: [
    'notebook, laptop computer, laptop PC, portable computer, macbook, macbook pro, macbook air',
    'ordinateur portable, portable, PC portable, poste portable, poste de travail portable, micro-ordinateur portable, ultraportable',
    'Laptop-Computer, Notebook-Computer, Klapprechner, tragbarer Computer',
    'portátil, ordenador portátil, computadora portátil, computador portátil',
    'portatile, computer portatile, PC portatile',
    'portátil, portáteis, computador portátil, computadores portáteis',
    'draagbare computer',
  ],
  desktop: [
    'desktop computer, desktop PC, PC, personal computer, mac studio',
    'ordinateur de bureau, ordinateur fixe, PC fixe, unité centrale, fixe, poste fixe, poste de travail fixe, UC, ordinateur fixe de bureau',
    'Desktop-PC, Desktop-Computer, Standrechner, Arbeitsplatzrechner, Arbeitsplatz-PC, Desktop-Rechner, Bürorechner',
    'ordenador de sobremesa, sobremesa, ordenador, computadora de escritorio, PC de sobremesa, computador de escritorio, ordenador fijo, PC fijo',
    'computer fisso, PC fisso, fisso, computer da tavolo, computer desktop, PC desktop',
    'computador de mesa, computador de secretária, computador desktop, PC de secretária',
    'vaste computer, vaste PC, bureaucomputer',
  ],
  smartphone: [
    'phone, mobile phone, mobile, cell phone, iphone',
    'téléphone, téléphone portable, téléphone mobile, ordiphone',
    'Handy, Mobiltelefon, Diensthandy',
    'móvil, teléfono, teléfono móvil, celular, teléfono inteligente, teléfono celular',
    'cellulare, telefono, telefono cellulare, telefonino',
    'telemóvel, telemóveis, celular, telefone, telefone móvel',
    'mobiele telefoon, mobieltje, telefoon, GSM',
  ],
  tablet: [
    'ipad, ipad pro, ipad air, ipad mini, tablet computer, tablet PC',
    'tablette',
    'Tablet-PC',
    'tableta',
    'tavoletta',
    '',
    '',
  ],
  television: [
    'TV, TV set',
    'téléviseur, télévision, télé',
    'Fernseher, Fernsehgerät',
    'televisor, televisión',
    'televisore, televisione',
    'televisão, televisor',
    'televisie, tv-toestel',
  ],
  monitor: [
    'display, screen, computer monitor, computer screen, external monitor, external display',
    "écran, moniteur, écran d'ordinateur, écran externe",
    'Bildschirm, Display, externer Bildschirm, externer Monitor',
    'pantalla, monitor de ordenador, pantalla externa, monitor externo',
    'schermo, monitor PC, monitor esterno, schermo esterno',
    'ecrã, tela, monitor externo',
    'beeldscherm, scherm, extern scherm',
  ],
  box: [
    'internet box, modem',
    'box internet',
    'Internetbox, Modem',
    'módem',
    'modem internet',
    'modem de internet',
    'internetmodem',
  ],
  usb_stick: [
    'USB drive, USB key, flash drive',
    'clé USB',
    'USB-Stick',
    'memoria USB, pendrive',
    'chiavetta USB, penna USB',
    'pen USB, memória USB',
    'USB-stick',
  ],
  external_ssd: [
    'external SSD',
    'SSD externe',
    'externe SSD',
    'SSD externo',
    'SSD esterno',
    'SSD externo',
    'externe SSD',
  ],
  external_hdd: [
    'external HDD, external hard drive',
    'disque dur externe',
    'externe Festplatte',
    'disco duro externo',
    'disco rigido esterno',
    'disco rígido externo',
    'externe harde schijf',
  ],
  server: ['bare metal', 'serveur', 'Serversystem', 'servidor', '', 'servidor', 'fysieke server'],
  cloudInstance: [
    'instance, cloud VM, virtual machine, VM, VM instance, virtual machine instance, VMware instance, VMware virtual machine instance, VMware guest, Hyper-V guest, virtual server, virtual private server, VPS, cloud server',
    'instance cloud, machine virtuelle, serveur virtuel, serveur privé virtuel',
    'Cloud-Instanz, Instanz, virtuelle Maschine, virtueller Server',
    'instancia, instancia en la nube, máquina virtual, servidor virtual',
    'istanza, istanza cloud, macchina virtuale, server virtuale',
    'instância, máquina virtual, servidor virtual',
    'virtuele machine, virtuele server, cloudinstantie',
  ],
  cpu: ['processor', 'processeur', 'Prozessor', 'procesador', 'processore', 'processador', 'processor'],
  gpu: [
    'graphics card',
    'carte graphique',
    'Grafikkarte',
    'tarjeta gráfica',
    'scheda grafica',
    'placa gráfica, placa de vídeo',
    'grafische kaart, videokaart',
  ],
  ram: [
    'memory, memory module',
    'mémoire, barrette mémoire',
    'Arbeitsspeicher, Speichermodul',
    'memoria, módulo de memoria',
    'memoria, modulo di memoria',
    'memória, módulo de memória',
    'geheugen, geheugenmodule',
  ],
  hdd: [
    'hard disk, hard drive',
    'disque dur',
    'Festplatte',
    'disco duro',
    'disco rigido',
    'disco rígido, discos rígidos',
    'harde schijf, harde schijven',
  ],
  iotDevice: [
    'IoT, IoT device, connected object, sensor',
    'objet connecté, capteur',
    'IoT-Gerät, Sensor',
    'objeto conectado, sensor',
    'oggetto connesso, sensore',
    'dispositivo IoT, sensor',
    'IoT-apparaat, sensor',
  ],
  storage: [
    'cloud storage, object storage',
    'stockage',
    'Cloud-Speicher',
    'almacenamiento',
    'archiviazione',
    'armazenamento',
    'opslag, cloudopslag',
  ],
  network: [
    'data transfer, network traffic',
    'réseau',
    'Netz, Netzwerk, Datenverkehr',
    'red',
    'rete',
    'rede',
    'netwerk, dataverkeer',
  ],
}

/**
 * Plain names of servers by what they run, do or look like: `Linux Server`, `Webserver`, `serveur de fichiers`. Only
 * these words, since a virtual server, a print server and a server cabinet are something else.
 */
export const A_SERVER = new RegExp(
  [
    '(linux|windows|win|unix|aix|solaris|hpux|osx|vmware|hyperv|web|files?|e?mail|db|database|app|application|backup|compute|gpu|ai|ki|ml|hpc|deeplearning|hypervisor|esxi?|host|production|test|development|rack|rackmount|blade|tower|physical|baremetal|dedicated|datei|datenbank|anwendungs|applikations|sicherungs|produktions|entwicklungs|physischer?|dedizierter?|fysieke|bestands){1,3}servers?',
    '(gpu|ai|ml|hpc)(compute)?nodes?|(gpu|hpc)(rechen)?knoten|n[oœ]e?udsgpu|(nvidia)?dgx[abhv]?\\d{0,3}',
    'serveurs?d?e?(gpu|ia|web|linux|windows|fichiers|applications?|bases?dedonnees|messagerie|sauvegardes?|calcul|production|tests?|applicatifs?|physiques?|dedies?|racks?|lames?|tours?)',
    'servidor(es)?(de)?(gpu|ia|web|linux|windows|archivos|ficheros|aplicaciones|bases?dedatos|ficheiros|arquivos|aplicacoes|producao|correo|respaldo|copiasdeseguridad|produccion|pruebas|fisicos?|dedicados?|rack|blade|torre)',
    'server(physical|dedicated|gpu|ia|web|linux|windows|applicativ[oi]|fisic[oi]|dedicat[oi]|rack|blade|tower|di(file|applicazioni|posta|database|backup|produzione|test))',
  ]
    .map((names) => `^(?:${names})$`)
    .join('|'),
)

/** Plain names of servers that have graphics cards: `GPU server`, `AI node`, `DGX`. */
export const WITH_CARDS =
  /gpu|dgx|hgx|deeplearning|^(ai|ki|ml)(server|node|compute)|^(serveurs?d?|servidor(es)?de?|server)ia/

/** Words for things in inventories that have no figures here: the plural in English, and words by language. */
const UNCOVERED: Readonly<Record<string, readonly string[]>> = {
  printers: [
    'printer, laser printer, inkjet printer, label printer, multifunction printer, MFP, plotter, copier, photocopier',
    'imprimante, imprimante laser, imprimante multifonction, copieur, photocopieur, traceur',
    'Drucker, Laserdrucker, Multifunktionsdrucker, Etikettendrucker, Kopierer, Multifunktionsgerät',
    'impresora, impresora láser, impresora multifunción, fotocopiadora',
    'stampante, stampante laser, stampante multifunzione, fotocopiatrice',
    'impressora, impressora laser, multifunções',
    'printer, laserprinter, multifunctional',
  ],
  scanners: ['scanner, document scanner', 'numériseur', 'Dokumentenscanner', 'escáner', '', 'digitalizador', 'scanner'],
  'network switches': [
    'switch, IP switch, network switch, ethernet switch, core switch, access switch',
    'commutateur, switch réseau, commutateur réseau',
    'Netzwerk-Switch, Netzwerkswitch',
    'conmutador, switch de red',
    'switch di rete, commutatore',
    'comutador, switch de rede',
    'netwerkswitch',
  ],
  routers: [
    'router, IP router, network router, wireless router',
    'routeur',
    '',
    'enrutador, rúter',
    'instradatore',
    'roteador, encaminhador',
    'router',
  ],
  firewalls: ['firewall, IP firewall, hardware firewall', 'pare-feu', '', 'cortafuegos', '', '', 'firewall'],
  'access points': [
    'access point, wireless access point, WLAN access point, AP, WAP, wifi access point',
    "point d'accès, borne wifi, point d'accès wifi",
    'WLAN-Access-Point, Zugangspunkt',
    'punto de acceso',
    'punto di accesso',
    'ponto de acesso',
    'toegangspunt',
  ],
  'network equipment': [
    'network equipment, network device, network appliance, load balancer',
    'équipement réseau',
    'Netzwerkgerät, Netzwerkkomponente',
    'equipo de red',
    'apparato di rete, dispositivo di rete',
    'equipamento de rede',
    'netwerkapparatuur',
  ],
  'docking stations': [
    'dock, docking station, docking, port replicator',
    "station d'accueil, réplicateur de ports",
    'Dockingstation, Docking-Station',
    'estación de acoplamiento, base de acoplamiento',
    'stazione di ancoraggio',
    'estação de acoplamento',
    'dockingstation',
  ],
  'uninterruptible power supplies': [
    'UPS, uninterruptible power supply',
    'onduleur, ASI',
    'USV, unterbrechungsfreie Stromversorgung',
    'SAI',
    'gruppo di continuità',
    'nobreak, fonte de alimentação ininterrupta',
    'noodstroomvoorziening',
  ],
  'power distribution units': ['PDU, power distribution unit', '', 'Steckdosenleiste', '', '', '', ''],
  'telephone systems': [
    'PBX, phone exchange, telephone exchange, telephone system, phone system, VoIP gateway',
    'autocommutateur, standard téléphonique',
    'Telefonanlage, TK-Anlage',
    'centralita, centralita telefónica',
    'centralino, centralino telefonico',
    'central telefónica',
    'telefooncentrale',
  ],
  'desk telephones': [
    'desk phone, IP phone, VoIP phone, landline phone',
    'téléphone fixe, téléphone IP',
    'Tischtelefon, IP-Telefon, Festnetztelefon',
    'teléfono fijo, teléfono IP',
    'telefono fisso, telefono IP',
    'telefone fixo, telefone IP',
    'vaste telefoon, IP-telefoon',
  ],
  projectors: [
    'projector, beamer',
    'vidéoprojecteur, projecteur',
    'Projektor',
    'proyector',
    'proiettore',
    'projetor',
    'projector',
  ],
  'storage arrays': [
    'storage array, disk array, NAS, SAN, tape library, disk shelf',
    'baie de stockage, baie de disques',
    'Speichersystem, Storage-System, Bandbibliothek',
    'cabina de almacenamiento',
    'array di dischi',
    '',
    '',
  ],
  keyboards: ['keyboard', 'clavier', 'Tastatur', 'teclado', 'tastiera', 'teclado', 'toetsenbord'],
  mice: ['mouse, computer mouse', 'souris', 'Maus', 'ratón', '', 'rato', 'muis'],
  headsets: [
    'headset, headphone',
    'casque, casque audio',
    'Kopfhörer',
    'auriculares',
    'cuffie, cuffia',
    'auscultadores, fone de ouvido',
    'koptelefoon',
  ],
  webcams: ['webcam, camera', 'caméra', 'Kamera', 'cámara', 'telecamera', 'câmara, câmera', 'webcam'],
  'e-readers': ['e-reader, ebook reader', 'liseuse', 'E-Book-Reader', '', '', '', 'e-reader'],
}

/** Words in columns of kinds that several kinds share: how a machine runs, or what runs on it. */
const VAGUE: readonly string[] = [
  'computer, computer system, client, client computer, machine, hardware, device, equipment, endpoint, physical, physical machine, virtual, windows, linux, unix, macos, mac, apple mac, android, ios, chrome os',
  'ordinateur, client, machine, matériel, physique, virtuel, équipement, poste, poste de travail, poste client',
  'Computer, Rechner, Client, Hardware, Gerät, Arbeitsplatz, physisch, physikalisch, virtuell',
  'equipo, cliente, máquina, puesto de trabajo, computador, físico, virtual, dispositivo',
  'computer, client, macchina, postazione di lavoro, fisico, virtuale, dispositivo, apparecchio',
  'computador, cliente, máquina, posto de trabalho, físico, virtual, dispositivo, equipamento',
  'computer, client, machine, werkplek, apparaat, fysiek, virtueel',
]

/** Words for desktop computers of a form. */
const FORMS: Readonly<Record<DesktopForm, readonly string[]>> = {
  MINI: [
    'mini, mini PC, mini computer, mini desktop, desktop mini, micro PC, micro desktop, desktop micro, tiny PC, tiny desktop, NUC, USFF, ultra small form factor, mac mini',
    'mini-ordinateur',
    'Mini-Rechner',
    'mini ordenador, miniordenador',
    '',
    'mini computador',
    '',
  ],
  TOWER: [
    'tower, tower PC, tower computer, tower desktop, desktop tower, mini tower, midi tower, full tower, microtower',
    'tour, PC tour, mini tour',
    'Tower-Rechner',
    'torre, PC torre, ordenador torre, minitorre',
    '',
    'PC torre',
    '',
  ],
  ALL_IN_ONE: [
    'all-in-one, all-in-one PC, all-in-one computer, all-in-one desktop, AIO, AIO PC, imac',
    'tout-en-un, PC tout-en-un, ordinateur tout-en-un',
    'All-in-One-Rechner',
    'todo en uno, PC todo en uno, ordenador todo en uno',
    'tutto in uno',
    'tudo em um, computador tudo em um',
    'alles-in-één',
  ],
  WORKSTATION: [
    'workstation, desktop workstation, tower workstation, fixed workstation',
    'station de travail',
    'Arbeitsstation',
    'estación de trabajo',
    'stazione di lavoro',
    'estação de trabalho',
    'werkstation',
  ],
}

/** Words that name a form in a column of forms. Elsewhere they have other meanings: `micro` is a size of instances. */
const FORMS_ALONE: Readonly<Partial<Record<DesktopForm, readonly string[]>>> = { MINI: ['micro, tiny'] }

/** Words for laptops and desktop computers of a type without a form. */
const TYPES = {
  laptop: {
    ultrabook: ['ultrabook'],
    chromebook: ['chromebook'],
    convertible: ['convertible'],
    'mobile workstation': ['mobile workstation', 'station de travail mobile'],
  },
  desktop: {
    'small form factor': ['small form factor, SFF, small form factor PC, SFF PC'],
    'thin client': ['thin client', 'client léger', '', 'cliente ligero'],
  },
} as const

/** Plural forms of a word, by language in the order of the words. */
const PLURALS: readonly ((word: string) => readonly string[])[] = [
  (word) => [`${word}s`, `${word}es`],
  (word) => [`${word}s`, `${word}x`],
  (word) => [`${word}e`, `${word}n`, `${word}en`, `${word}s`],
  (word) => [`${word}s`, `${word}es`],
  (word) => [word.replace(/[aeo]$/, (vowel) => (vowel === 'a' ? 'e' : 'i'))],
  (word) => [`${word}s`, `${word}es`, word.replace(/m$/, 'ns'), word.replace(/l$/, 'is'), word.replace(/ão$/, 'ões')],
  (word) => [`${word}s`, `${word}en`, word.replace(/f$/, 'ven')],
]

/** Words for forms of desktop computers, with their form. */
export const FORM_WORDS: readonly (readonly [word: string, form: DesktopForm])[] = [
  ...wordsOf(FORMS),
  ...wordsOf(FORMS_ALONE),
].map(([word, form]) => [word, form as DesktopForm])

/** Everyday words: the kind of each and, if the word tells it, the type or form. */
export const KIND_WORDS: readonly KindWord[] = [
  ...wordsOf(WORDS),
  ...wordsOf(FORMS).map(([word, form]): KindWord => [word, 'desktop', { form: form as DesktopForm }]),
  ...Object.entries(TYPES).flatMap(([kind, types]) =>
    wordsOf(types).map(([word, type]): KindWord => [word, kind, { type }]),
  ),
]

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
