import type { Column } from './columns.ts'
import { plain } from './plain-name.ts'

/** Languages with known column names. */
export const LANGUAGES = ['en', 'fr', 'de', 'es', 'it'] as const

export type Language = (typeof LANGUAGES)[number]

/**
 * Common column names, by language; accents, case, spaces and punctuation do not matter. A name after `~` counts only
 * if no other column has that meaning: between `Country` and `Site`, the place is the country.
 */
export const COLUMN_NAMES: readonly (readonly [column: Column, names: Readonly<Partial<Record<Language, string>>>])[] =
  [
    [
      'label',
      {
        en: '~name, ~hostname, ~host, ~asset name, ~server name, ~device name, ~computer name, ~netbios name, ~machine, ~machine name, ~asset, ~item, ~device, ~equipment, ~description, ~item description, ~asset description, ~article, ~hosts, ~instance name',
        fr: "~nom, ~libellé, ~désignation, ~intitulé, ~article, ~nom d'hôte, ~nom de la machine, ~nom du serveur, ~nom de l'équipement, ~équipement, ~matériel",
        de: '~Bezeichnung, ~Artikel, ~Artikelbezeichnung, ~Titel, ~Gerätename, ~Rechner, ~Rechnername, ~Servername, ~Gerät, ~Hostname, ~Beschreibung',
        es: '~nombre, ~nombre del equipo, ~dispositivo, ~nombre de host, ~equipo, ~descripción, ~denominación, ~artículo',
        it: '~nome, ~nome host, ~nome dispositivo, ~dispositivo, ~apparecchio, ~descrizione, ~denominazione, ~articolo',
      },
    ],
    [
      'vm_host',
      {
        en: '~VM host, ~host server, ~physical host, ~ESX host, ~ESXi host, ~hypervisor, ~hypervisor host, ~parent host, ~virtualization host',
        fr: '~hyperviseur, ~hôte physique, ~serveur hôte, ~hôte de virtualisation',
        de: '~Hypervisor, ~VM-Host, ~Host-Server, ~Virtualisierungshost, ~Wirt, ~Wirtssystem',
        es: '~hipervisor, ~servidor anfitrión, ~anfitrión, ~host físico',
        it: '~ipervisore, ~hypervisor, ~server host, ~host fisico',
      },
    ],
    [
      'kind',
      {
        en: 'type, asset type, asset type name, device type, equipment type, hardware type, asset kind, ~item type, ~class, ~computer type, ~system type, ~chassis type, ~computer chassis type, ~sys class name, ~CI class, ~CI type, ~category, ~asset category, ~asset class, ~device class',
        fr: "type d'équipement, type de matériel, type d'appareil, type d'actif, nature, ~catégorie",
        de: 'Typ, Art, Gerätetyp, Objekttyp, Geräteart, Gerätetype, Anlagentyp, ~Kategorie, ~Geräteklasse',
        es: 'tipo, tipo de equipo, tipo de dispositivo, tipo de activo, clase, ~categoría',
        it: 'tipo, tipo di dispositivo, tipo dispositivo, tipologia, tipo di bene, ~categoria',
      },
    ],
    [
      'quantity',
      {
        en: 'qty, count, number of units, units, no of units, number of devices, number of assets, number of machines, number of servers, number of computers, number of items, device count, asset count, pieces, pcs, ~number, ~amount, ~total',
        fr: "nb, nbre, nombre, quantité, qté, nb d'unités, nombre d'unités, nb équipements, nombre d'équipements, nb postes, nombre de postes, nb machines, nombre de machines, ~effectif",
        de: 'Anzahl, Anz, Menge, Stück, Stückzahl, Stk, Anzahl Geräte, Anzahl Stück',
        es: 'cantidad, cant, unidades, número de unidades, núm de unidades, uds, n unidades, n uds, número de equipos',
        it: 'quantità, qtà, q tà, numero di unità, unità, pezzi, pz, n pezzi, num pezzi, numero pezzi, numero di pezzi, n unità',
      },
    ],
    [
      'provider',
      {
        en: 'cloud, cloud provider',
        fr: 'fournisseur cloud, fournisseur de cloud',
        de: 'Cloud-Anbieter, Cloudanbieter',
        es: 'proveedor cloud, proveedor de nube',
        it: 'fornitore cloud, provider cloud',
      },
    ],
    [
      'instance_type',
      {
        en: 'machine type, instance, VM size, flavor, flavour, instance size, VM type, ~size',
        fr: "type d'instance, type de machine, taille de VM",
        de: 'Instanztyp, Instanz-Typ, Maschinentyp, VM-Größe',
        es: 'tipo de instancia, tipo de máquina',
        it: 'tipo di istanza, tipo istanza, tipo di macchina',
      },
    ],
    ['archetype', { fr: 'archétype', de: 'Archetyp', es: 'arquetipo', it: 'archetipo' }],
    [
      'model',
      {
        en: 'model name, product, product name, device model, ~hardware model, ~server model, ~computer model',
        fr: 'modèle, nom du modèle, ~produit, ~référence produit',
        de: 'Modell, Modellname, Gerätemodell, ~Produkt',
        es: 'modelo, nombre del modelo, ~producto',
        it: 'modello, nome del modello, ~prodotto',
      },
    ],
    [
      'manufacturer',
      {
        en: 'maker, vendor, brand, make, ~computer manufacturer',
        fr: 'fabricant, marque, constructeur',
        de: 'Hersteller, Marke',
        es: 'fabricante, marca',
        it: 'produttore, marca, costruttore',
      },
    ],
    [
      'location',
      {
        en: 'country, usage location, country code, ~site, ~site name, ~location name, ~office location, ~place, ~office, ~data center, ~data centre, ~datacenter, ~facility, ~city',
        fr: "pays, pays d'utilisation, code pays, lieu d'utilisation, ~lieu, ~emplacement, ~localisation, ~implantation, ~ville, ~centre de données",
        de: 'Land, Länderkennung, Ländercode, Einsatzland, Nutzungsort, ~Standort, ~Ort, ~Stadt, ~Niederlassung, ~Rechenzentrum',
        es: 'país, código de país, país de uso, ~sitio, ~ubicación, ~lugar, ~sede, ~emplazamiento, ~ciudad, ~centro de datos',
        it: 'paese, nazione, stato di utilizzo, codice paese, ~sede, ~luogo, ~ubicazione, ~posizione, ~città, ~sito',
      },
    ],
    [
      'region',
      {
        en: 'cloud region, AWS region, Azure region, GCP region, ~availability zone, ~zone',
        fr: 'région, région cloud, ~zone de disponibilité',
        de: 'Cloud-Region, ~Verfügbarkeitszone',
        es: 'región, región de nube, ~zona de disponibilidad',
        it: 'regione, regione cloud, ~zona di disponibilità',
      },
    ],
    [
      'load',
      {
        en: 'CPU load, load percentage, time workload, utilization, utilisation, CPU utilization, CPU utilisation, average load, avg load, avg CPU load, mean load, workload, ~CPU %, ~CPU usage, ~CPU usage %, ~average CPU, ~average CPU %, ~avg CPU, ~avg CPU %, ~mean CPU, ~mean CPU %',
        fr: 'charge, charge CPU, charge moyenne, taux de charge',
        de: 'Last, Auslastung, CPU-Auslastung, CPU-Last, mittlere Auslastung',
        es: 'carga, carga CPU, carga de CPU, carga media',
        it: 'carico, carico CPU, carico medio',
      },
    ],
    [
      'avg_power',
      {
        en: 'power, average power, mean power, measured power, power draw, average power draw, watts, watt, avg watts, average watts, avg power, ~power consumption, ~average power consumption, ~power usage, ~consumption (W), ~energy consumption, ~annual energy consumption, ~yearly energy consumption, ~electricity consumption, ~annual electricity consumption, ~annual consumption, ~yearly consumption',
        fr: 'puissance, puissance moyenne, puissance mesurée, ~puissance consommée, ~puissance absorbée, ~consommation (W), ~consommation annuelle, ~consommation électrique, ~consommation électrique annuelle, ~consommation énergétique',
        de: 'Leistung, Leistungsaufnahme, mittlere Leistung, durchschnittliche Leistung, gemessene Leistung, Leistung Ø, Leistungsaufnahme Ø, Ø Leistung, Ø Leistungsaufnahme, ~Leistungsbedarf, ~Verbrauch (W), ~Stromverbrauch (W), ~Stromverbrauch, ~Energieverbrauch, ~Jahresverbrauch, ~jährlicher Stromverbrauch, ~Jahresstromverbrauch',
        es: 'potencia, potencia media, potencia medida, ~potencia consumida, ~consumo (W), ~consumo anual, ~consumo eléctrico, ~consumo eléctrico anual, ~consumo energético',
        it: 'potenza, potenza media, potenza misurata, ~potenza assorbita, ~consumo (W), ~assorbimento (W), ~consumo annuo, ~consumo elettrico, ~consumo elettrico annuo, ~consumo energetico',
      },
    ],
    [
      'power_profile',
      {
        en: 'measured power profile, power by load',
        fr: 'profil de puissance, puissance par charge',
        de: 'Leistungsprofil, Leistung nach Last',
        es: 'perfil de potencia, potencia por carga',
        it: 'profilo di potenza, potenza per carico',
      },
    ],
    [
      'lifetime',
      {
        en: 'life time, life, lifespan, service life, useful life, expected lifetime, expected life, life expectancy, hours life time',
        fr: "durée de vie, durée de vie prévue, durée d'utilisation, durée de détention",
        de: 'Lebensdauer, Nutzungsdauer, Lebenszeit',
        es: 'vida útil, tiempo de vida, duración de vida',
        it: 'vita utile, durata di vita, vita',
      },
    ],
    [
      'use_time_ratio',
      {
        en: 'share of time in use, use time, time in use, duty cycle',
        fr: "part du temps d'utilisation, taux de marche",
        de: 'Nutzungsanteil, Anteil der Nutzungszeit, Einschaltanteil',
        es: 'proporción de uso, porcentaje de tiempo de uso',
        it: "quota di tempo d'uso, percentuale di utilizzo nel tempo",
      },
    ],
    ['pue', { en: 'power usage effectiveness' }],
    [
      'elec_factor',
      {
        en: 'electricity factor, emission factor, carbon intensity, grid factor, grid intensity, electricity emission factor',
        fr: "facteur d'émission, facteur d'émission électricité, intensité carbone",
        de: 'Emissionsfaktor, Stromfaktor, Emissionsfaktor Strom, CO2-Faktor, ~Strommix',
        es: 'factor de emisión, factor de emisión eléctrico, intensidad de carbono',
        it: 'fattore di emissione, fattore di emissione elettricità, intensità di carbonio',
      },
    ],
    ['allocation', { de: 'Zuteilung', es: 'asignación', it: 'allocazione' }],
    ['boundary', { en: 'system boundary', fr: 'périmètre', de: 'Systemgrenze', es: 'perímetro', it: 'perimetro' }],
    [
      'duration',
      {
        en: 'hours, assessment period, period',
        fr: 'durée, heures, période',
        de: 'Dauer, Stunden, Laufzeit, Zeitraum',
        es: 'duración, horas, período',
        it: 'durata, ore, periodo',
      },
    ],
    [
      'cpu_name',
      {
        en: 'CPU, processor, CPU model, processor name, processor model, processor type, CPU type',
        fr: 'processeur, modèle de processeur, type de processeur, modèle CPU, type CPU, type processeur, nom du processeur, ~composants processeur',
        de: 'Prozessor, Prozessormodell, Prozessortyp, CPU-Modell, CPU-Typ',
        es: 'procesador, modelo de procesador, tipo de procesador',
        it: 'processore, modello di processore, modello processore, tipo di processore',
      },
    ],
    [
      'cpu_units',
      {
        en: 'CPUs, CPU count, sockets, number of CPUs, number of CPU, total CPUs, total processors, number of processors, number of sockets, CPU sockets, processor sockets, socket count, processors, CPU qty, processor count, physical processors, num CPUs',
        fr: 'nb CPU, nombre de CPU, nb de processeurs, nb processeurs, nombre de processeurs, nombre de sockets',
        de: 'Anzahl CPU, Anzahl CPUs, Anzahl Prozessoren, Sockel, CPU-Anzahl',
        es: 'número de CPU, número de procesadores, núm procesadores, cantidad de procesadores',
        it: 'numero di CPU, numero CPU, numero di processori, numero processori',
      },
    ],
    [
      'cpu_cores',
      {
        en: 'cores, cores per CPU, core per CPU, CPU core units, cores per socket, CPU cores count, CPU core, CPU core count, core count',
        fr: 'coeurs, cœurs, nb cœurs, nb de coeurs, nombre de cœurs, nombre de coeurs, cœurs par CPU',
        de: 'Kerne, Anzahl Kerne, Kerne pro CPU, CPU-Kerne',
        es: 'núcleos, número de núcleos, núcleos por CPU',
        it: 'core, numero di core, core per CPU',
      },
    ],
    ['cpu_tdp', { en: 'TDP, thermal design power' }],
    ['cpu_die_size', { en: 'die size', fr: 'taille de la puce', de: 'Chipfläche', es: 'tamaño del chip' }],
    [
      'ram_units',
      {
        en: 'RAM count, RAM modules, memory modules, DIMMs, number of DIMMs',
        fr: 'nb barrettes, nombre de barrettes, barrettes RAM, nb RAM',
        de: 'RAM-Module, Anzahl RAM-Module, Speichermodule, Anzahl Speichermodule',
        es: 'módulos de RAM, módulos de memoria, número de módulos',
        it: 'moduli RAM, moduli di memoria, numero di moduli',
      },
    ],
    [
      'ram_capacity',
      {
        en: 'RAM, memory, RAM size, size RAM, memory size, RAM memory, memory RAM, installed memory, installed RAM, RAM capacity, memory capacity, ~physical memory, ~total physical memory, ~total memory, ~total RAM, ~computer memory, ~components memory, ~memory total, ~RAM total',
        fr: 'mémoire, mémoire vive, mémoire RAM, RAM mémoire, mémoire installée, RAM installée, capacité RAM, capacité mémoire, taille RAM, taille mémoire, ~composants mémoire, ~mémoire totale, ~RAM totale',
        de: 'Arbeitsspeicher, Hauptspeicher, RAM-Speicher, Speicher RAM, Speichergröße, RAM-Größe, RAM-Kapazität, installierter RAM, ~RAM gesamt, ~Speicher gesamt, ~Gesamtspeicher',
        es: 'memoria, memoria RAM, memoria instalada, RAM instalada, capacidad RAM, capacidad de memoria, tamaño RAM',
        it: 'memoria, memoria RAM, memoria installata, RAM installata, capacità RAM, capacità memoria, dimensione RAM',
      },
    ],
    [
      'ram_generation',
      {
        en: 'RAM type, memory type, memory generation',
        fr: 'type de RAM, type de mémoire, génération de RAM',
        de: 'RAM-Typ, Speichertyp, RAM-Generation',
        es: 'tipo de RAM, tipo de memoria',
        it: 'tipo di RAM, tipo di memoria, tipo RAM',
      },
    ],
    [
      'ssd_units',
      {
        en: 'SSD count, SSDs, number of SSDs',
        fr: 'nb SSD, nombre de SSD',
        de: 'Anzahl SSD, Anzahl SSDs',
        es: 'número de SSD',
        it: 'numero di SSD, numero SSD',
      },
    ],
    [
      'ssd_capacity',
      {
        en: 'SSD, SSD size, size SSD, SSD storage, storage SSD, SSD space, SSD disk, disk SSD, SSD drive',
        fr: 'capacité SSD, disque SSD, disque dur SSD, stockage SSD, SSD stockage, taille SSD, espace SSD',
        de: 'SSD-Kapazität, SSD-Größe, SSD-Speicher, Speicher SSD, SSD-Festplatte, Festplatte SSD, SSD-Platte',
        es: 'capacidad SSD, disco SSD, disco duro SSD, almacenamiento SSD, SSD almacenamiento, tamaño SSD, espacio SSD',
        it: 'capacità SSD, disco SSD, archiviazione SSD, SSD archiviazione, memoria SSD, spazio SSD, dimensione SSD',
      },
    ],
    [
      'hdd_units',
      {
        en: 'HDD count, HDDs, number of HDDs, number of hard disks',
        fr: 'nb HDD, nombre de HDD, nombre de disques durs',
        de: 'Anzahl HDD, Anzahl Festplatten',
        es: 'número de HDD, número de discos duros',
        it: 'numero di HDD, numero HDD',
      },
    ],
    [
      'hdd_capacity',
      {
        en: 'HDD, HDD size, size HDD, HDD storage, storage HDD, HDD space, HDD disk, disk HDD, hard disk, hard drive, hard disk size, hard drive size',
        fr: 'disque dur, capacité HDD, capacité disque dur, disque HDD, disque dur HDD, stockage HDD, HDD stockage, taille HDD, taille disque dur',
        de: 'Festplatte, HDD-Kapazität, Festplattengröße, HDD-Größe, HDD-Speicher, Speicher HDD, HDD-Festplatte, Festplatte HDD',
        es: 'disco duro, capacidad HDD, capacidad de disco duro, disco HDD, disco duro HDD, almacenamiento HDD, HDD almacenamiento, tamaño HDD',
        it: 'disco rigido, capacità HDD, disco HDD, disco rigido HDD, archiviazione HDD, HDD archiviazione, spazio HDD, dimensione HDD',
      },
    ],
    [
      'gpu_name',
      {
        en: 'GPU, GPU model, graphics card, graphics, accelerator',
        fr: 'carte graphique, modèle GPU',
        de: 'Grafikkarte, GPU-Modell',
        es: 'tarjeta gráfica, modelo GPU',
        it: 'scheda grafica, modello GPU',
      },
    ],
    [
      'gpu_units',
      {
        en: 'GPUs, GPU count, number of GPUs',
        fr: 'nb GPU, nombre de GPU, nombre de cartes graphiques',
        de: 'Anzahl GPU, Anzahl GPUs, Anzahl Grafikkarten',
        es: 'número de GPU, número de tarjetas gráficas',
        it: 'numero di GPU, numero GPU',
      },
    ],
    [
      'gigabytes',
      { en: 'GB, size GB, stored, volume', fr: 'volume stocké, Go', de: 'Datenmenge', es: 'volumen', it: 'volume' },
    ],
    [
      'capacity',
      {
        en: 'drive capacity, disk capacity, disk size, drive size, ~disk, ~drive, ~storage, ~HD, ~storage capacity, ~storage size, ~disk space, ~total storage, ~total disk space, ~total disk, ~local storage, ~local disk',
        fr: 'capacité, capacité disque, taille du disque, taille disque, ~disque, ~stockage, ~espace disque, ~capacité de stockage',
        de: 'Kapazität, Laufwerksgröße, Plattengröße, ~Laufwerk, ~Datenträger, ~Massenspeicher, ~Speicherplatz, ~Plattenplatz, ~Plattenspeicher',
        es: 'capacidad, capacidad del disco, tamaño del disco, ~disco, ~almacenamiento, ~espacio en disco, ~capacidad de almacenamiento',
        it: 'capacità, capacità del disco, capacità disco, dimensione disco, ~disco, ~archiviazione, ~spazio disco, ~spazio su disco',
      },
    ],
    [
      'form_factor',
      {
        en: 'drive form factor, server form factor, case form factor',
        fr: 'facteur de forme, format du boîtier',
        de: 'Formfaktor, Bauform, Gehäuseform',
        es: 'factor de forma',
        it: 'fattore di forma',
      },
    ],
    [
      'form',
      {
        en: 'desktop form factor, desktop form, PC form factor',
        fr: 'forme',
        es: 'forma',
        it: 'forma',
      },
    ],
    [
      'inches',
      {
        en: '~screen size, ~display size, ~monitor size, ~screen diagonal, ~display diagonal, ~diagonal, ~diagonal size',
        fr: "~taille d'écran, ~taille de l'écran, ~taille écran, ~diagonale, ~diagonale d'écran, ~diagonale de l'écran",
        de: '~Bildschirmgröße, ~Bildschirmdiagonale, ~Displaygröße, ~Diagonale, ~Monitorgröße, ~Zoll',
        es: '~tamaño de pantalla, ~tamaño de la pantalla, ~diagonal de pantalla, ~pulgadas',
        it: '~dimensione schermo, ~dimensioni schermo, ~dimensione dello schermo, ~diagonale schermo, ~pollici',
      },
    ],
    [
      'terminal_storage',
      {
        en: '~phone capacity, ~internal storage, ~internal memory, ~device storage, ~storage of the phone',
        fr: '~stockage interne, ~mémoire interne, ~stockage du téléphone',
        de: '~interner Speicher, ~Gerätespeicher, ~Handyspeicher',
        es: '~almacenamiento interno, ~memoria interna',
        it: '~archiviazione interna, ~memoria interna',
      },
    ],
    [
      'year_of_manufacture',
      {
        en: '~manufacturing year, ~manufacture year, ~year of production, ~production year, ~year built, ~model year',
        fr: '~année de fabrication, ~année de production',
        de: '~Baujahr, ~Herstellungsjahr, ~Produktionsjahr',
        es: '~año de fabricación, ~año de producción',
        it: '~anno di fabbricazione, ~anno di produzione, ~anno di costruzione',
      },
    ],
    ['figures', { en: 'whose figures' }],
    [
      'ports',
      {
        en: '~port count, ~number of ports, ~network ports, ~switch ports, ~ethernet ports',
        fr: '~nb ports, ~nombre de ports, ~ports réseau, ~ports Ethernet',
        de: '~Anzahl Ports, ~Portanzahl, ~Netzwerkports, ~Anzahl der Ports',
        es: '~puertos, ~número de puertos, ~nº de puertos, ~puertos de red',
        it: '~porte, ~numero di porte, ~numero porte, ~porte di rete',
      },
    ],
    [
      'own_making_kg',
      {
        en: '~embodied carbon, ~embodied emissions, ~embodied GHG emissions, ~embedded carbon, ~embedded emissions, ~manufacturing emissions, ~manufacturing footprint, ~manufacturing carbon footprint, ~manufacturing GWP, ~embodied GWP',
        fr: '~empreinte fabrication, ~empreinte de fabrication, ~empreinte carbone de fabrication, ~empreinte carbone fabrication, ~émissions de fabrication, ~carbone gris, ~GES fabrication, ~CO2 fabrication',
        de: '~Herstellungsemissionen, ~Emissionen der Herstellung, ~graue Emissionen, ~CO2 Herstellung, ~Herstellung CO2, ~CO2-Fußabdruck Herstellung, ~THG Herstellung',
        es: '~huella de fabricación, ~emisiones de fabricación, ~huella de carbono de fabricación, ~carbono incorporado, ~CO2 fabricación',
        it: '~impronta di fabbricazione, ~impronta di produzione, ~emissioni di fabbricazione, ~emissioni di produzione, ~carbonio incorporato, ~CO2 fabbricazione',
      },
    ],
    [
      'own_low',
      {
        en: '~embodied carbon low, ~embodied carbon 5th percentile',
        fr: '~empreinte fabrication basse',
        de: '~Herstellungsemissionen untere Grenze',
        es: '~huella de fabricación mínima',
        it: '~impronta di fabbricazione minima',
      },
    ],
    [
      'own_high',
      {
        en: '~embodied carbon high, ~embodied carbon 95th percentile',
        fr: '~empreinte fabrication haute',
        de: '~Herstellungsemissionen obere Grenze',
        es: '~huella de fabricación máxima',
        it: '~impronta di fabbricazione massima',
      },
    ],
    [
      'own_covers',
      {
        en: '~embodied carbon scope, ~embodied carbon boundary, ~figure covers',
        fr: "~périmètre de l'empreinte fabrication",
        de: '~Umfang der Herstellungsemissionen',
        es: '~alcance de la huella de fabricación',
        it: "~ambito dell'impronta di fabbricazione",
      },
    ],
    [
      'own_kwh_year',
      {
        en: '~own annual electricity, ~own yearly electricity, ~own annual energy',
        fr: '~consommation annuelle déclarée',
        de: '~eigener Jahresverbrauch',
        es: '~consumo anual declarado',
        it: '~consumo annuo dichiarato',
      },
    ],
    [
      'own_year',
      {
        en: '~year of the figure, ~embodied carbon year',
        fr: "~année de l'empreinte",
        de: '~Jahr der Herstellungsemissionen',
        es: '~año de la huella',
        it: "~anno dell'impronta",
      },
    ],
    [
      'own_source',
      {
        en: '~embodied carbon source, ~source of the figure, ~PCF source, ~LCA source',
        fr: "~source de l'empreinte, ~source de l'empreinte carbone, ~source ACV, ~source du facteur",
        de: '~Quelle der Herstellungsemissionen, ~Quelle des CO2-Fußabdrucks, ~PCF-Quelle',
        es: '~fuente de la huella, ~fuente de la huella de carbono, ~fuente ACV',
        it: "~fonte dell'impronta, ~fonte dell'impronta di carbonio, ~fonte LCA",
      },
    ],
    [
      'ssd_method',
      {
        en: 'SSD study, SSD figures',
        fr: 'méthode SSD',
        de: 'SSD-Methode',
        es: 'método SSD',
        it: 'metodo SSD',
      },
    ],
    [
      'case_type',
      { en: 'kind of case', fr: 'type de boîtier', de: 'Gehäusetyp', es: 'tipo de caja', it: 'tipo di case' },
    ],
    ['storage_kind', { en: 'storage type', fr: 'type de stockage', de: 'Speicherart', es: 'tipo de almacenamiento' }],
    [
      'copies',
      { en: 'replicas', fr: 'copies, réplicas', de: 'Kopien, Repliken', es: 'copias, réplicas', it: 'copie, repliche' },
    ],
    ['share_vcpu', { en: 'VM vCPU, VM vCPUs', fr: 'vCPU de la VM', de: 'vCPU der VM', es: 'vCPU de la VM' }],
    ['share_memory', { en: 'VM memory, VM RAM', fr: 'mémoire de la VM', de: 'RAM der VM', es: 'memoria de la VM' }],
    ['share_ssd', { en: 'VM SSD' }],
    ['share_hdd', { en: 'VM HDD' }],
    ['share_gpus', { en: 'VM GPUs' }],
    ['reach', { fr: 'portée', de: 'Reichweite', es: 'alcance', it: 'portata' }],
  ]

/**
 * Names for the state of a cloud instance or a virtual machine, best first, then of what may no longer be in use.
 * Elsewhere they mean other things. In the form of `plain`.
 */
export const STATES: readonly string[] = [
  ...['power state', 'VM state', 'VM status', 'state', 'status'],
  ...['état', 'statut', 'Zustand', 'estado', 'stato'],
  ...['asset state', 'asset status', 'life cycle state', 'life cycle status', 'life cycle stage'],
  ...['install status', 'operational status', 'deployment status', 'device status', 'inventory status', 'CMDB status'],
].map(plain)

/**
 * Names for what tells the rows apart where no column has their names, best first. Elsewhere they change no figure. In
 * the form of `plain`.
 */
export const LABELS: readonly string[] = [
  ...['FQDN', 'server', 'servers', 'node', 'node name', 'serveur', 'servidor', 'Knoten', 'nœud', 'nodo'],
  ...['asset tag', 'asset ID', 'asset number', 'tag number', 'inventory number', 'inventory no', 'Inventarnummer'],
  ...[
    'Inventar-Nr',
    'Anlagennummer',
    "numéro d'inventaire",
    "n° d'inventaire",
    'n° inventaire',
    'número de inventario',
  ],
  ...['nº inventario', 'numero di inventario', 'n. inventario'],
].map(plain)

/** Names for what says what a row is, in words of its own. In the form of `plain`. */
export const DESCRIPTIONS: ReadonlySet<string> = new Set(
  [
    ...[
      'description',
      'item',
      'item description',
      'asset description',
      'article',
      'désignation',
      'libellé',
      'intitulé',
    ],
    ...['Bezeichnung', 'Beschreibung', 'Artikel', 'Artikelbezeichnung', 'descripción', 'denominación', 'artículo'],
    ...['descrizione', 'denominazione', 'articolo'],
  ].map(plain),
)

/** Names for the number of a row, or of things in it: `#`, `No.`. In the form of `plain`. */
export const ROW_NUMBERS: ReadonlySet<string> = new Set(['#', 'no', 'nr', 'num', 'n', 'numero'])

/**
 * Names of several drives: their capacities if the cells have units (`4 x 1.92 TB SSD`), else their number. In the form
 * of `plain`.
 */
export const SEVERAL_DRIVES: ReadonlyMap<string, 'capacity' | 'hdd_capacity'> = new Map([
  ...['disks', 'drives', 'disques', 'Laufwerke', 'Platten', 'discos', 'unidades de disco', 'dischi'].map(
    (name) => [plain(name), 'capacity'] as const,
  ),
  ...['hard disks', 'hard drives', 'disques durs', 'Festplatten', 'discos duros', 'dischi rigidi', 'dischi fissi'].map(
    (name) => [plain(name), 'hdd_capacity'] as const,
  ),
])

/**
 * Names for the number of drives, whose size stands in a column of its own. They count if that column is of one drive,
 * and not of `Total storage`. In the form of `plain`.
 */
export const DRIVE_COUNTS: ReadonlySet<string> = new Set([
  ...SEVERAL_DRIVES.keys(),
  ...[
    ...['number of disks', 'number of drives', 'disk count', 'drive count', 'no of disks', 'qty disks'],
    ...['nb disques', 'nombre de disques', 'Anzahl Laufwerke', 'Anzahl Platten', 'Anzahl Disks', 'Anzahl Datenträger'],
    ...['número de discos', 'nº de discos', 'numero di dischi', 'numero dischi'],
  ].map(plain),
])
/** Headings of what all drives of a machine have together. */
export const OF_ALL_DRIVES =
  /total|capac|kapaz|space|storage|espace|stockage|speicher|platz|almacenamiento|espacio|archiviazione|spazio|gesamt/i

/** Common inventory columns that change no figure: reported as unread, without a question. */
export const UNUSED_NAMES: Readonly<Record<Language, string>> = {
  en: '#, no, no., nr, id, asset id, asset tag, asset number, tag number, inventory number, inventory no, serial, serial number, serial no, part number, order number, purchase order, PO number, invoice, price, cost, purchase price, value, purchase year, year of purchase, purchase date, date, age, warranty, warranty months, EOL, EOL date, end of life, EOL months, depreciation, rack, rack unit, rack units, U, U position, position, row, room, floor, slot, port, VLAN, IP, IP address, MAC, MAC address, user, user name, first name, given name, last name, surname, full name, contact, manager, email, assigned to, checked out to, last user, primary user, owner, department, cost center, cost centre, cost code, project, OS, operating system, OS version, version, build, firmware, firmware version, BIOS version, kernel version, status, comment, comments, notes, remark, remarks, weight, priority, RAM form factor, memory form factor, RAM slots, memory slots, RAM slots used, RAM slots free, RAM slots total, threads, logical processors, logical cores, number of cores, total cores, total number of cores, number of NICs, NICs, number of HBAs, HBAs, number of VMs, VMs, number of disks, speed, CPU speed, clock speed, free space, free storage, free disk space, boot time, uptime, outlet, checkouts, checkins',
  fr: "n°, num, numéro, identifiant, numéro de série, n° de série, n° série, numéro d'inventaire, n° inventaire, n° d'inventaire, code, prix, prix d'achat, coût, valeur, année, année d'achat, date, date d'achat, date de mise en service, garantie, baie, salle, étage, adresse IP, utilisateur, prénom, nom de famille, courriel, affecté à, version, service, propriétaire, centre de coût, projet, système d'exploitation, statut, état, commentaire, commentaires, remarque, remarques",
  de: 'Nr, lfd Nr, Pos, Position, Kennung, Seriennummer, Serien-Nr, Inventarnummer, Inventar-Nr, Anlagennummer, Preis, Kaufpreis, Kosten, Wert, Jahr, Kaufjahr, Anschaffungsjahr, Datum, Kaufdatum, Anschaffungsdatum, Garantie, Raum, Etage, Höheneinheit, IP-Adresse, Benutzer, Nutzer, Benutzername, Vorname, Nachname, Familienname, E-Mail, zugewiesen an, Version, Abteilung, Besitzer, Kostenstelle, Projekt, Betriebssystem, Zustand, Bemerkung, Bemerkungen, Kommentar',
  es: 'n°, n.º, núm, número, identificador, número de serie, n° de serie, nº serie, número de inventario, nº inventario, código, precio, coste, valor, año, año de compra, fecha, fecha de compra, garantía, sala, planta, dirección IP, usuario, nombre de usuario, nombre de pila, apellido, apellidos, correo electrónico, asignado a, versión, departamento, propietario, centro de coste, proyecto, sistema operativo, estado, comentario, comentarios, observaciones, notas',
  it: 'n°, n., num, identificativo, numero di serie, matricola, numero di inventario, n. inventario, codice, prezzo, costo, valore, anno, anno di acquisto, data, data di acquisto, garanzia, sala, piano, indirizzo IP, utente, nome utente, cognome, assegnato a, versione, reparto, proprietario, centro di costo, progetto, sistema operativo, stato, commento, note, osservazioni',
}
