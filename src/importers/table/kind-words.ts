import type { DESKTOP_FORM_NAMES } from '../../kinds.ts'

type DesktopForm = keyof typeof DESKTOP_FORM_NAMES

/** What a word says of a thing besides its kind. */
export interface Described {
  /** Of a terminal or equipment. */
  readonly type?: string
  /** Of a desktop computer. */
  readonly form?: DesktopForm
  /** Of a switch. */
  readonly ports?: number
  /** Of what runs in a cloud. */
  readonly provider?: string
  /** Of storage in a cloud. */
  readonly drives?: 'HDD'
  /** Whether it is a machine of a hypervisor, or of a cloud. */
  readonly isVirtual?: true
}

type KindWord = readonly [word: string, kind: string, described?: Described]

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
    'external SSD, SSD external, portable SSD',
    'SSD externe, disque SSD externe',
    'externe SSD, SSD extern',
    'SSD externo, disco SSD externo',
    'SSD esterno, disco SSD esterno',
    'SSD externo',
    'externe SSD',
  ],
  external_hdd: [
    'external HDD, HDD external, external hard drive, external hard disk, external disk, external drive, portable hard drive',
    'disque dur externe, disque externe, HDD externe, DD externe',
    'externe Festplatte, externe HDD, HDD extern, Festplatte extern',
    'disco duro externo, disco externo, HDD externo',
    'disco rigido esterno, disco esterno, HDD esterno',
    'disco rígido externo, disco externo, HDD externo',
    'externe harde schijf, externe HDD',
  ],
  server: ['bare metal', 'serveur', 'Serversystem', 'servidor', '', 'servidor', 'fysieke server'],
  cloudInstance: [
    'instance, cloud VM, virtual private server, VPS, cloud server, cloud, cloud compute, IaaS',
    'instance cloud, serveur privé virtuel, serveur cloud',
    'Cloud-Instanz, Instanz, Cloud-Server',
    'instancia, instancia en la nube, servidor en la nube',
    'istanza, istanza cloud, server cloud',
    'instância, instância na nuvem',
    'cloudinstantie',
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
  storage: ['', 'stockage', '', 'almacenamiento', 'archiviazione', 'armazenamento', 'opslag'],
  network: [
    'data transfer, network traffic',
    'réseau',
    'Netz, Netzwerk, Datenverkehr',
    'red',
    'rete',
    'rede',
    'netwerk, dataverkeer',
  ],
  switch: [
    'IP switch, network switch, ethernet switch, LAN switch, PoE switch, switch PoE, managed switch, access switch, edge switch, distribution switch',
    "commutateur, switch réseau, commutateur réseau, commutateur Ethernet, switch d'accès, commutateur d'accès",
    'Netzwerk-Switch, Netzwerkswitch, Access-Switch, Ethernet-Switch, LAN-Switch, Etagenswitch',
    'conmutador, switch de red, conmutador de red, switch de acceso',
    'switch di rete, commutatore, switch di accesso',
    'comutador, switch de rede',
    'netwerkswitch',
  ],
  router: [
    'IP router, network router, wireless router, edge router, WAN router, branch router',
    'routeur, routeur réseau',
    'Netzwerkrouter, WLAN-Router, WAN-Router',
    'enrutador, rúter, encaminador, router de red',
    'instradatore, router di rete',
    'roteador, encaminhador',
    'router, netwerkrouter',
  ],
  firewall: [
    'IP firewall, hardware firewall, network firewall, firewall appliance, security appliance, UTM',
    'pare-feu, pare-feu réseau, boîtier pare-feu',
    'Firewall-Appliance, Hardware-Firewall, Netzwerk-Firewall',
    'cortafuegos',
    'apparato firewall, firewall di rete',
    '',
    'firewall',
  ],
  access_point: [
    'wireless access point, WLAN access point, AP, WAP, WAP network, wifi access point, wireless AP, wifi AP, WLAN AP',
    "point d'accès, borne wifi, point d'accès wifi, borne sans fil, point d'accès sans fil, borne d'accès wifi",
    'WLAN-Access-Point, Zugangspunkt, Accesspoint, WLAN-Zugangspunkt, WLAN-AP',
    'punto de acceso, punto de acceso wifi, punto de acceso inalámbrico',
    'punto di accesso, punto di accesso wifi, punto di accesso wireless, access point wifi',
    'ponto de acesso, ponto de acesso sem fio, ponto de acesso wifi',
    'toegangspunt, draadloos toegangspunt',
  ],
  storage_array: [
    'disk array, SAN, SAN array, SAN storage, storage system, storage appliance, disk shelf, disk enclosure',
    'baie de stockage, baie de disques, baie SAN',
    'Speichersystem, Storage-System, Disk-Array, SAN-Speicher, Storage-Array',
    'cabina de almacenamiento, cabina de discos, matriz de almacenamiento',
    'array di dischi, array di storage, storage SAN',
    'sistema de armazenamento',
    'opslagsysteem, storagesysteem',
  ],
  printer: [
    'network printer, office printer, desktop printer, all-in-one printer',
    'imprimante, imprimante réseau, imprimante de bureau, imprimante couleur',
    'Drucker, Netzwerkdrucker, Arbeitsplatzdrucker, Farbdrucker',
    'impresora, impresora de red',
    'stampante, stampante di rete',
    'impressora, impressora de rede',
    'netwerkprinter',
  ],
  multifunction_printer: [
    'multifunctional printer, multifunction device, multifunction copier, MFP, MFD, copier, photocopier, copy machine',
    'imprimante multifonction, multifonction, copieur multifonction, copieur, photocopieur, photocopieuse',
    'Multifunktionsdrucker, Multifunktionsgerät, Kopierer, Fotokopierer, Kopiergerät',
    'impresora multifunción, multifunción, equipo multifunción, fotocopiadora',
    'stampante multifunzione, multifunzione, fotocopiatrice',
    'multifunções, impressora multifunções, impressora multifuncional, fotocopiadora',
    'multifunctional, kopieerapparaat',
  ],
  projector: [
    'beamer, video projector, data projector',
    'vidéoprojecteur, vidéo-projecteur, projecteur',
    'Projektor',
    'proyector, videoproyector',
    'proiettore, videoproiettore',
    'projetor, videoprojetor',
    'projector',
  ],
  ip_phone: [
    'desk phone, desktop phone, IP telephone, VoIP phone, SIP phone, landline phone, conference phone',
    'téléphone fixe, téléphone IP, téléphone VoIP, téléphone SIP, poste téléphonique',
    'Tischtelefon, IP-Telefon, VoIP-Telefon, SIP-Telefon, Festnetztelefon',
    'teléfono fijo, teléfono IP, teléfono VoIP, teléfono de mesa',
    'telefono fisso, telefono IP, telefono VoIP, telefono da tavolo',
    'telefone fixo, telefone IP',
    'vaste telefoon, IP-telefoon',
  ],
  thin_client: [
    'zero client',
    'client léger, terminal léger',
    '',
    'cliente ligero, terminal ligero, cliente liviano',
    'client leggero',
    'cliente magro',
    '',
  ],
  keyboard_and_mouse: [
    'keyboard/mouse, keyboard + mouse, mouse and keyboard, mouse/keyboard, keyboard mouse combo, keyboard mouse set',
    'clavier et souris, clavier/souris, clavier + souris, souris et clavier, souris/clavier, ensemble clavier souris, kit clavier souris, pack clavier souris',
    'Tastatur und Maus, Tastatur/Maus, Tastatur + Maus, Maus und Tastatur, Maus/Tastatur, Tastatur-Maus-Set, Tastatur-Maus-Kombination',
    'teclado y ratón, teclado/ratón, teclado + ratón, ratón y teclado, ratón/teclado',
    'tastiera e mouse, tastiera/mouse, tastiera + mouse, mouse e tastiera, mouse/tastiera',
    'teclado e rato, teclado e mouse, rato e teclado',
    'toetsenbord en muis',
  ],
  mouse: ['computer mouse, mice, wireless mouse', 'souris', 'Maus, Mäuse', 'ratón', '', 'rato', 'muis'],
  speaker: [
    'connected speaker, smart speaker',
    'enceinte connectée',
    'smarter Lautsprecher',
    'altavoz inteligente',
    'altoparlante intelligente',
    '',
    'slimme luidspreker',
  ],
  console: [
    'game console, games console, gaming console, video game console',
    'console de jeux, console de jeu',
    'Spielkonsole, Spielekonsole',
    'consola de juegos, videoconsola',
    'console da gioco, console per videogiochi',
    'consola de jogos',
    'spelconsole',
  ],
  charger: ['', 'chargeur', 'Ladegerät', 'cargador', 'caricabatterie, caricatore', 'carregador', 'oplader'],
  docking_station: [
    'dock, docking, port replicator, laptop dock, USB-C dock, dock station',
    "station d'accueil, réplicateur de ports, dock USB-C",
    'Dockingstation, Docking-Station, Portreplikator',
    'estación de acoplamiento, base de acoplamiento, replicador de puertos',
    'stazione di ancoraggio, replicatore di porte',
    'estação de acoplamento',
    'dockingstation',
  ],
  headset: [
    'headphone',
    'casque, casque audio, micro-casque, casque micro, casque sans fil',
    'Kopfhörer',
    'auriculares',
    'cuffie, cuffia',
    'auscultadores, fone de ouvido',
    'koptelefoon',
  ],
  ups: [
    'uninterruptible power supply',
    'onduleur, ASI',
    'USV, unterbrechungsfreie Stromversorgung',
    'SAI',
    'gruppo di continuità',
    'nobreak, fonte de alimentação ininterrupta',
    'noodstroomvoorziening',
  ],
  other: ['misc, miscellaneous', 'autre, divers', 'Sonstiges, Sonstige', 'otro', 'altro', 'outro', 'overige'],
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
  'label printers and plotters': [
    'label printer, receipt printer, barcode printer, thermal printer, plotter, 3D printer',
    "imprimante d'étiquettes, imprimante à étiquettes, imprimante thermique, imprimante 3D, traceur",
    'Etikettendrucker, Bondrucker, Thermodrucker, 3D-Drucker',
    'impresora de etiquetas, impresora térmica, impresora 3D, trazador',
    'stampante di etichette, stampante termica, stampante 3D',
    'impressora de etiquetas, impressora térmica, impressora 3D',
    'labelprinter, bonprinter, 3D-printer',
  ],
  scanners: ['scanner, document scanner', 'numériseur', 'Dokumentenscanner', 'escáner', '', 'digitalizador', 'scanner'],
  'load balancers and network controllers': [
    'load balancer, WLAN controller, wireless controller, wireless LAN controller, media converter',
    'répartiteur de charge, contrôleur wifi',
    'Lastverteiler, WLAN-Controller, Medienkonverter',
    'balanceador de carga, controlador wifi',
    'bilanciatore di carico',
    'balanceador de carga',
    '',
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
  'tape libraries': ['tape library, tape drive', 'bibliothèque de bandes', 'Bandbibliothek', '', '', '', ''],
  racks: [
    'rack, cabinet, server rack, server cabinet, network cabinet, enclosure, chassis, blade enclosure, blade chassis',
    'baie, armoire, baie serveur, armoire réseau, châssis, châssis lames',
    'Schrank, Serverschrank, Netzwerkschrank, Chassis, Blade-Chassis',
    'armario, armario rack, chasis',
    'armadio, armadio rack',
    'bastidor',
    'serverkast',
  ],
  keyboards: ['keyboard', 'clavier', 'Tastatur', 'teclado', 'tastiera', 'teclado', 'toetsenbord'],
  webcams: ['webcam, camera', 'caméra', 'Kamera', 'cámara', 'telecamera', 'câmara, câmera', 'webcam'],
  'e-readers': ['e-reader, ebook reader', 'liseuse', 'E-Book-Reader', '', '', '', 'e-reader'],
}

/** Words for what is bought as hardware is, and has none: it is left out, and no fault. */
const SOFTWARE: readonly string[] = [
  'software, software as a service, SaaS, PaaS, license, licence, software license, software licence, subscription, software subscription, application, app, support contract, maintenance contract, warranty, domain name, SSL certificate',
  'logiciel, licence, licence logicielle, licence logiciel, abonnement, application, contrat de maintenance, contrat de support, garantie, nom de domaine, certificat SSL',
  'Lizenz, Softwarelizenz, Software-Lizenz, Abonnement, Abo, Anwendung, Wartungsvertrag, Supportvertrag, Garantie, Domain',
  'licencia, licencia de software, suscripción, aplicación, contrato de mantenimiento, garantía, dominio',
  'licenza, licenza software, abbonamento, applicazione, contratto di manutenzione, garanzia, dominio',
  'licença, licença de software, assinatura, subscrição, aplicação',
  'licentie, softwarelicentie, abonnement, toepassing',
]

/** Words for machines of hypervisors and of clouds, which are parts of servers. */
const VIRTUAL_MACHINES: readonly string[] = [
  'virtual machine, VM, VM instance, virtual machine instance, VMware instance, VMware virtual machine instance, VMware guest, Hyper-V guest, virtual server, guest, guest VM, virtual desktop, VDI',
  'machine virtuelle, serveur virtuel, bureau virtuel',
  'virtuelle Maschine, virtueller Server, virtueller Desktop',
  'máquina virtual, servidor virtual, escritorio virtual',
  'macchina virtuale, server virtuale, desktop virtuale',
  'máquina virtual, servidor virtual',
  'virtuele machine, virtuele server',
]

/** Words for storage of a cloud, which stands on hard disks as far as bills tell. */
const OBJECT_STORAGE: readonly string[] = [
  'cloud storage, object storage, online storage',
  'stockage cloud, stockage objet, stockage en ligne',
  'Cloud-Speicher, Objektspeicher, Online-Speicher',
  'almacenamiento en la nube, almacenamiento de objetos',
  'archiviazione cloud, storage cloud, archiviazione a oggetti',
  'armazenamento na nuvem',
  'cloudopslag',
]

/** Names of clouds, by provider. */
const CLOUDS: Readonly<Record<string, readonly string[]>> = {
  aws: ['AWS', 'Amazon AWS', 'Amazon Web Services'],
  azure: ['Azure', 'Microsoft Azure', 'MS Azure'],
  gcp: ['GCP', 'Google Cloud', 'Google Cloud Platform'],
  ovhcloud: ['OVH', 'OVHcloud'],
  scaleway: ['Scaleway'],
}
/** What names a machine beside the name of its cloud: `Cloud AWS`, `VM Azure`, `EC2`. */
const BESIDE_CLOUD = [
  ...['cloud', 'public cloud', 'instance', 'VM', 'server', 'compute', 'virtual machine', 'machine virtuelle'],
  ...['serveur', 'serveur cloud', 'instance cloud', 'Instanz', 'Server', 'instancia', 'servidor', 'istanza'],
]
const MACHINES_OF_CLOUDS: Readonly<Record<string, readonly string[]>> = {
  aws: ['EC2', 'Amazon EC2', 'AWS EC2', 'EC2 instance', 'instance EC2', 'EC2-Instanz'],
  gcp: ['GCE', 'Compute Engine', 'Google Compute Engine', 'GCE instance'],
}
/** The same of storage: `S3`, `stockage Azure`. */
const STORAGE_BESIDE_CLOUD = ['storage', 'cloud storage', 'stockage', 'Speicher', 'almacenamiento', 'archiviazione']
const STORAGE_OF_CLOUDS: Readonly<Record<string, readonly string[]>> = {
  aws: ['S3', 'Amazon S3', 'AWS S3', 'S3 bucket', 'bucket S3'],
  azure: ['Blob storage', 'Azure Blob', 'Azure Blob storage', 'Azure storage account'],
  gcp: ['GCS', 'Google Cloud Storage'],
}

function ofClouds(
  kind: string,
  beside: readonly string[],
  own: typeof CLOUDS,
  { areAlone, ...described }: Described & { readonly areAlone: boolean },
): readonly KindWord[] {
  return Object.entries(CLOUDS).flatMap(([provider, names]) => {
    const words = names.flatMap((name) => [
      ...(areAlone ? [name] : []),
      ...beside.flatMap((each) => [`${name} ${each}`, `${each} ${name}`]),
    ])
    return [...words, ...(own[provider] ?? [])].flatMap((word) =>
      [word, `${word}s`].map((each): KindWord => [each, kind, { ...described, provider }]),
    )
  })
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

/** Words for groups of things, with the kinds that each has: the one meant stands elsewhere in the row, if at all. */
const GROUPS: readonly (readonly [kinds: readonly string[], words: readonly string[]])[] = [
  [
    ['switch', 'router', 'firewall', 'access_point'],
    [
      'network equipment, network device, network gear, network appliance, networking, networking device, networking equipment, netgear',
      'équipement réseau, matériel réseau, appareil réseau, élément actif',
      'Netzwerkgerät, Netzwerkkomponente, Netzwerktechnik, aktive Netzwerkkomponente',
      'equipo de red, electrónica de red, dispositivo de red',
      'apparato di rete, dispositivo di rete',
      'equipamento de rede',
      'netwerkapparatuur, netwerkapparaat',
    ],
  ],
  [
    ['keyboard_and_mouse', 'headset', 'docking_station'],
    [
      'accessory, accessories, peripheral, computer accessory, computer peripheral',
      'accessoire, périphérique, accessoire informatique',
      'Zubehör, Peripherie, Peripheriegerät',
      'accesorio, periférico',
      'accessorio, periferica',
      'acessório, periférico',
      'accessoire, randapparaat, randapparatuur',
    ],
  ],
  // From two drives on a desk to a rack of shelves; the figures of an array are those of a rack.
  [
    ['storage_array', 'external_hdd', 'server'],
    [
      'NAS, NAS server, NAS device, network attached storage, storage server, storage device',
      'serveur NAS, serveur de stockage',
      'NAS-Server, Speicherserver',
      'servidor NAS, servidor de almacenamiento',
      'server NAS',
      '',
      '',
    ],
  ],
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

/** Words for things of a type, by kind and type. Those of laptops and desktop computers have no form. */
const TYPES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  laptop: {
    ultrabook: ['ultrabook'],
    chromebook: ['chromebook'],
    convertible: ['convertible'],
    'mobile workstation': ['mobile workstation', 'station de travail mobile'],
  },
  desktop: {
    'small form factor': ['small form factor, SFF, small form factor PC, SFF PC'],
  },
  switch: {
    data_centre: [
      'core switch, data centre switch, data center switch, datacenter switch, spine switch, leaf switch, top of rack switch, ToR switch, SAN switch, fibre channel switch, FC switch',
      'switch cœur, switch cœur de réseau, commutateur cœur, commutateur cœur de réseau, switch datacenter, switch de datacenter, commutateur de centre de données',
      'Core-Switch, Rechenzentrums-Switch, RZ-Switch, Datacenter-Switch, SAN-Switch',
      'switch de núcleo, conmutador de núcleo, switch troncal',
      'switch core, switch di core, switch di dorsale',
    ],
  },
  printer: {
    laser: [
      'laser printer, colour laser printer, color laser printer, mono laser printer',
      'imprimante laser, imprimante laser couleur',
      'Laserdrucker, Farblaserdrucker',
      'impresora láser',
      'stampante laser',
      'impressora laser',
      'laserprinter',
    ],
    ink: [
      'inkjet printer, ink printer, inkjet',
      "imprimante jet d'encre, imprimante à jet d'encre, jet d'encre",
      'Tintenstrahldrucker, Tintendrucker',
      'impresora de inyección, impresora de tinta, impresora de inyección de tinta',
      "stampante a getto d'inchiostro, stampante inkjet",
      'impressora jato de tinta, impressora a jato de tinta',
      'inkjetprinter',
    ],
  },
  console: {
    home: ['home console', 'console de salon', '', 'consola de sobremesa'],
    portable: [
      'portable console, handheld console, portable game console, handheld game console, Nintendo Switch',
      'console portable, console de jeux portable',
      'tragbare Konsole, Handheld-Konsole',
      'consola portátil',
      'console portatile',
      'consola portátil',
    ],
  },
  charger: {
    laptop: [
      'laptop charger, notebook charger, PC charger, laptop power adapter',
      "chargeur PC, chargeur portable, chargeur PC portable, chargeur d'ordinateur portable",
      'Laptop-Ladegerät, Notebook-Ladegerät, Laptop-Netzteil, Notebook-Netzteil',
      'cargador de portátil',
      'caricabatterie portatile, caricatore portatile',
    ],
    phone: [
      'phone charger, smartphone charger, mobile charger, mobile phone charger',
      'chargeur téléphone, chargeur de téléphone, chargeur smartphone',
      'Handyladegerät, Handy-Ladegerät, Smartphone-Ladegerät',
      'cargador de móvil, cargador de teléfono',
      'caricabatterie telefono, caricatore per telefono',
    ],
  },
}

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
  ...wordsOf({ cloudInstance: VIRTUAL_MACHINES }).map(([word, kind]): KindWord => [word, kind, { isVirtual: true }]),
  ...wordsOf({ storage: OBJECT_STORAGE }).map(([word, kind]): KindWord => [word, kind, { drives: 'HDD' }]),
  ...ofClouds('cloudInstance', BESIDE_CLOUD, MACHINES_OF_CLOUDS, { areAlone: true }),
  ...ofClouds('storage', STORAGE_BESIDE_CLOUD, STORAGE_OF_CLOUDS, { areAlone: false, drives: 'HDD' }),
  ...wordsOf(FORMS).map(([word, form]): KindWord => [word, 'desktop', { form: form as DesktopForm }]),
  ...Object.entries(TYPES).flatMap(([kind, types]) =>
    wordsOf(types).map(([word, type]): KindWord => [word, kind, { type }]),
  ),
]

/** Everyday words for things without figures, with their plural in English: `Drucker` is of `printers`. */
export const UNCOVERED_WORDS: readonly KindWord[] = wordsOf(UNCOVERED)

/** Everyday words for what has no hardware: `Lizenz`. */
export const SOFTWARE_WORDS: readonly string[] = wordsOf({ software: SOFTWARE }).map(([word]) => word)

/** The kinds that a word can mean if no cell says more. */
const MACHINES = ['server', 'desktop', 'laptop']

/** Everyday words that leave the kind open, each with the kinds that it can mean: `Windows`, `network device`. */
export const VAGUE_WORDS: readonly (readonly [word: string, kinds: readonly string[]])[] = (
  [...GROUPS, [MACHINES, VAGUE]] as const
).flatMap(([kinds, lists]) => wordsOf({ group: lists }).map(([word]) => [word, kinds] as const))

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
