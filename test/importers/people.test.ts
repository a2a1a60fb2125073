import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importFile } from '../../src/importers/import-file.ts'
import type { ImportedRow } from '../../src/importers/imported.ts'

/** Files as people have them, in five languages: what they list was made up. */
const FOLDER = 'test/importers/people'

/** A row in a line: how many, of what, where, then all else that is known of it. */
function inWords(row: ImportedRow): string {
  if ('fault' in row) return `faulty: ${row.fault.message}`
  if ('skipped' in row) return `left out: ${row.skipped}`
  const [kind = '', input = {}] = Object.entries(row.asset)[0] as [string, Record<string, unknown>]
  const { kind: terminal, usage = {}, ...described } = input
  const { usageLocation, region, ...used } = usage as Record<string, unknown>
  const place = usageLocation ?? region
  const more = Object.entries({ ...flat(described), ...flat(used) }).map(([name, value]) => `${name} ${value}`)
  const what = `${row.quantity} ${String(terminal ?? kind).toLowerCase()}${place === undefined ? '' : ` in ${place}`}`
  return [what, ...(row.label === '' ? [] : [`"${row.label}"`]), ...more].join(', ')
}

function flat(value: unknown, path = ''): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return { [path]: value }
  return Object.assign({}, ...Object.entries(value).map(([key, each]) => flat(each, path ? `${path}.${key}` : key)))
}

/** A server whose memory and drives of both kinds have headings of two words. */
const WITH_DRIVES =
  '1 server, "web", configuration.ram.0.units 2, configuration.ram.0.capacity 32, configuration.disks.0.ssd.units 1, configuration.disks.0.ssd.capacity 960, configuration.disks.1.hdd.units 1, configuration.disks.1.hdd.capacity 4000'

/** What each file is read as: a line for each row; or what it stops with, after `?`, with … for any words. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  'aws-list.csv': [
    '4 cloudinstance in eu-west-3, provider AWS, instanceType m5.xlarge',
    '2 cloudinstance in us-east-1, provider AWS, instanceType r6g.large',
  ],
  'de-bauteile.csv': [WITH_DRIVES],
  'de-server-teile.csv': [
    expect.stringMatching(/^faulty: RAM \[GB\]: .*1024 or 1\.0240.*"1\.024"$/),
    '4 server in Nürnberg, "web1", configuration.cpu.units 1, configuration.cpu.name Xeon Silver 4314, configuration.ram.0.units 4, configuration.ram.0.capacity 32, configuration.disks.0.ssd.units 2, configuration.disks.0.ssd.capacity 480, configuration.disks.1.hdd.units 4, configuration.disks.1.hdd.capacity 8000, avgPower 187.2',
  ],
  'en-aws-names.csv': [
    '3 cloudinstance in us-east-2, instanceType m5.large',
    '2 cloudinstance in eu-west-3, instanceType m5.xlarge',
    '1 cloudinstance in eu-west-1, instanceType c5.large',
    '1 cloudinstance in ap-northeast-1, instanceType c5.large',
  ],
  'en-manageengine.csv': [
    '1 laptop in Dublin, "DUB-L-01", model.name ThinkPad T14, model.manufacturer Lenovo',
    '1 desktop in Dublin, "DUB-D-02", model.name EliteDesk 800, model.manufacturer HP',
    '1 server in Dublin, "DUB-S-01", model.name PowerEdge R650, model.manufacturer Dell, configuration.cpu.units 2, configuration.cpu.name Intel(R) Xeon(R) Gold 5318Y CPU @ 2.10GHz, configuration.ram.0.units 8, configuration.ram.0.capacity 32',
  ],
  'de-apple.csv': [
    '4 tablet in Wien, model.name iPad (9. Generation)',
    '7 smartphone in Wien, model.name iPhone 13',
    '3 laptop in Wien, model.name MacBook Pro 14',
    expect.stringMatching(/^faulty: .*Gerätetyp "Apple TV".* tablet, laptop, network\?$/),
  ],
  'en-sccm-kilobytes.csv': ['? "TotalPhysicalMemory0" … 16530420 … TotalPhysicalMemory0=ram_capacity_KB'],
  'es-snipeit.csv': [
    '1 laptop in Barcelona, model.name Latitude 5530, model.manufacturer Dell',
    '1 monitor in Barcelona, model.name P2423D, model.manufacturer Dell',
    '1 smartphone in Valencia, model.name Galaxy A54, model.manufacturer Samsung',
  ],
  'en-excel-sep.csv': [
    expect.stringMatching(/^faulty: quantity: .*"1,250"$/),
    '300 monitor in US, "Screens", avgPower 25',
    expect.stringMatching(/^left out: .*totals$/),
  ],
  'fr-espaces.tsv': [
    '6 server in France, "Baie calcul", avgPower 1250',
    '80 desktop in France, "Poste", avgPower 65.5',
  ],
  'camel-case.ndjson': [
    '3 server in DE, "web", configuration.cpu.units 2, configuration.cpu.name AMD EPYC 7543, configuration.ram.0.units 8, configuration.ram.0.capacity 32',
    '40 laptop in DE, "nb"',
  ],
  'de-umbruch.csv': ['7 laptop in DE, avgPower 18.5', '2 server in DE, avgPower 310'],
  'it-noleggio.csv': [
    '40 laptop in Milano, "Portatili uffici", hoursLifeTime 26280',
    '12 server in Torino, "Server rack", avgPower 350, hoursLifeTime 43800',
  ],
  'en-units-beside.csv': ['? Column "hdd_size_type" holds the units (TB, GB) of another column'],
  'en-markdown.md': ['12 laptop in Spain', '3 server in Spain'],
  'es-discos.csv': [
    '2 server in Madrid, "web-01", configuration.cpu.name Intel Xeon Gold 5218, configuration.ram.0.units 4, configuration.ram.0.capacity 32, configuration.disks.0.ssd.units 2, configuration.disks.0.ssd.capacity 480',
    '1 server in Madrid, "arch-01", configuration.cpu.name Intel Xeon Silver 4210, configuration.ram.0.units 2, configuration.ram.0.capacity 32, configuration.disks.0.ssd.units 2, configuration.disks.0.ssd.capacity 960, configuration.disks.1.hdd.units 8, configuration.disks.1.hdd.capacity 4000',
    '15 laptop in Sevilla, "pc-17"',
    expect.stringMatching(/^left out: .*totals$/),
  ],
  'fr-nb-disques.csv': [
    '3 server in France, "srv-a"',
    '2 server in France, "srv-b"',
    expect.stringMatching(/^left out: .*totals$/),
  ],
  'en-lansweeper-types.csv': [
    expect.stringMatching(/^faulty: Type "Windows" .* server, desktop, laptop\b/),
    '1 server in Ireland, "SRV-02", model.name PowerEdge R750, model.manufacturer Dell',
    '1 server in Ireland, "ESX-1", model.name ProLiant DL380 Gen10, model.manufacturer HPE',
    '1 switch in Ireland, "SW-1", model C9300, manufacturer Cisco',
    expect.stringMatching(/^faulty: Type "Physical" .* server, desktop, laptop\b/),
  ],
  'en-az-vm-no-states.json': [
    '1 cloudinstance in westeurope, "vm1", provider azure, instanceType Standard_D2s_v3',
    '1 cloudinstance in francecentral, "vm2", provider azure, instanceType Standard_E4s_v5',
  ],
  'en-az-vm.json': [
    '1 cloudinstance in westeurope, "vm1", provider azure, instanceType Standard_D2s_v3',
    expect.stringMatching(/^left out: .*\(VM deallocated\)$/),
  ],
  'en-az-graph.json': [
    '1 cloudinstance in westeurope, "vm1", provider azure, instanceType Standard_D2s_v3',
    expect.stringMatching(/^left out: .*\(deallocated\)$/),
  ],
  'en-aws-config.json': [
    '1 cloudinstance in eu-west-3, "web", provider aws, instanceType m5.xlarge',
    expect.stringMatching(/^left out: .*\(stopped\)$/),
    '1 cloudinstance in us-east-1, "i-0c3", provider aws, instanceType r6g.large',
  ],
  'en-describe-instances.json': [
    '1 cloudinstance in eu-west-3, "web", provider aws, instanceType m5.xlarge',
    expect.stringMatching(/^left out: .*\(stopped\)$/),
    '1 cloudinstance in us-east-1, "i-0a3", provider aws, instanceType r6g.large',
  ],
  'en-drives-comma.tsv': [
    '10 laptop in GB',
    '2 server in GB, configuration.ram.0.units 12, configuration.ram.0.capacity 64, configuration.disks.0.ssd.units 2, configuration.disks.0.ssd.capacity 480, configuration.disks.1.hdd.units 8, configuration.disks.1.hdd.capacity 4000',
  ],
  'en-kubectl-wide.txt': ['? Run kubectl get nodes -o json'],
  'en-no-kinds.json': ['? "kind" … (model: Latitude 5420, OptiPlex'],
  'en-servicenow-classes.csv': ['? "ram" … 524288 … ram=ram_capacity_MB … ram=ram_capacity_GB'],
  'fr-ocs.csv': ['? Intel(R) Core(TM) i5-1135G7) … "kind"'],
  'it-server.csv': [
    '1 server in Bologna, "srv1", configuration.cpu.units 2, configuration.cpu.name Intel Xeon Gold 6130, configuration.ram.0.units 8, configuration.ram.0.capacity 32, configuration.disks.0.ssd.units 6, configuration.disks.0.ssd.capacity 1200, avgPower 310',
    '1 server in Bologna, "srv2", configuration.cpu.units 1, configuration.cpu.name AMD EPYC 7302P, configuration.ram.0.units 4, configuration.ram.0.capacity 32, configuration.disks.0.ssd.units 2, configuration.disks.0.ssd.capacity 480, avgPower 165',
  ],
  'de-latin1.csv': ['12 laptop in AT, "Büro Süd", avgPower 8.5', '2 server in CH, "Rechenraum", avgPower 310'],
  'de-mehrzahl.csv': ['120 laptop in DE', '150 monitor in DE', '4 server in DE', '80 smartphone in DE'],
  'de-prozent.csv': ['1 server in DE, "web", timeWorkload 45', '1 server in DE, "db", timeWorkload 12.5'],
  'de-schweiz-tausender.csv': ['1200 laptop, "a"', '2400 monitor, "b"'],
  'de-stueck.csv': ['3 laptop, "a"', '12 monitor, "b"'],
  'de-tausender.csv': [expect.stringMatching(/^faulty: quantity: .*"1\.200"$/), '300 laptop, "b", avgPower 9'],
  'de-wieviel.csv': ['? "Wie viele" … whole numbers (12, 30) … no quantity … "Wie viele=quantity" … "Wie viele=none"'],
  'de-zwischensummen.csv': [
    '10 laptop in DE',
    '10 monitor in DE',
    expect.stringMatching(/^left out: .*totals$/),
    '5 laptop in AT',
    expect.stringMatching(/^left out: .*totals$/),
  ],
  'en-components.csv': [WITH_DRIVES],
  'en-cpus.csv': [
    '1 server, "r740", configuration.cpu.units 2, configuration.cpu.name Intel Xeon Gold 6138, configuration.ram.0.units 12, configuration.ram.0.capacity 32',
    '1 server, "gpu1", configuration.cpu.units 2, configuration.cpu.name AMD EPYC 7763, configuration.gpu.units 8, configuration.gpu.name NVIDIA H100, configuration.ram.0.units 32, configuration.ram.0.capacity 32',
  ],
  'en-empty-columns.csv': ['3 laptop, "a"', '4 monitor, "b"'],
  'en-header-again.csv': ['3 laptop, "a"', 'left out: the header again', '2 server, "b"'],
  'en-mac.csv': ['3 laptop, "a"', '1 server, "b"'],
  'en-no-header.csv': [
    '? The table lacks a header. Its first row is a, laptop, 3, Poland. Add a header row above it, with a name for each column',
  ],
  'en-pieces.csv': ['3 laptop, "a"', '12 monitor, "b"', '4 server, "c"', '5 tablet, "d"'],
  'en-pivot.csv': [
    '? The table has a column for each kind: Laptop, Desktop, Monitor. Write one row per kind, with the columns "kind" and "quantity"',
  ],
  'en-plain.csv': [
    '4 server in Poland, "web", configuration.cpu.name Xeon Gold 6138',
    '230 laptop in Germany, "desks"',
  ],
  'en-plurals.csv': [
    '? Column "Equipment" holds kinds (Laptops, Desktops, Monitors). The table has no kind. Map the column: Equipment=kind, or leave it out: Equipment=none',
  ],
  'en-quoted-lines.csv': ['4 server, "rack 1,\nleft"'],
  'en-ram-brackets.csv': [
    '1 server, "r740", configuration.cpu.units 2, configuration.ram.0.units 16, configuration.ram.0.capacity 32',
    '1 server, "r640", configuration.cpu.units 2, configuration.ram.0.units 8, configuration.ram.0.capacity 32',
  ],
  'en-thousands.csv': [expect.stringMatching(/^faulty: quantity: .*"1,200"$/), '300 laptop, "b"'],
  'en-titles-above.csv': ['14 desktop in Norway, "lab"'],
  'en-towns.csv': ['3 laptop in FR, "a"', '4 laptop in DE, "b"'],
  'en-trailing.csv': ['3 laptop, "a"', '2 server, "b"'],
  'en-two-headers.csv': ['3 server in Spain, "a", timeWorkload 40'],
  'en-two-quantities.csv': ['? quantity: "Qty" and "Count" … Count=none'],
  'en-units.csv': [
    '1 server, "db1", configuration.ram.0.units 16, configuration.ram.0.capacity 32, configuration.disks.0.ssd.units 2, configuration.disks.0.ssd.capacity 1920, avgPower 450, hoursLifeTime 52560',
    '1 server, "db2", configuration.ram.0.units 16, configuration.ram.0.capacity 32, configuration.disks.0.ssd.units 1, configuration.disks.0.ssd.capacity 960, avgPower 380, hoursLifeTime 43800',
  ],
  'en-upper.csv': ['3 laptop in DE, "A"', '2 server in PL, "B"'],
  'en-utf16be.txt': ['3 desktop, "front desk"', '6 monitor, "back desk"'],
  'en-where-split.csv': ['4 server in Germany, "web"'],
  'en-where.csv': ['? "Where" … places (Warsaw, Berlin) … no place … Where=location … Where=none'],
  'es-bom.csv': ['30 laptop in DE, "Aula 1"', '24 desktop in NL, "Aula 2"'],
  'es-nombre.csv': ['12 laptop in ES, "Aula"'],
  'es-plurales.csv': ['120 laptop in ES', '150 monitor in ES', '4 server in ES', '80 smartphone in ES'],
  'excel-sep.csv': ['3 laptop, "a"'],
  'fr-milliers.csv': ['1200 laptop, "a"', '2400 monitor, "b"', '12000 server, "c"'],
  'fr-nombre.csv': ['12 laptop in France, "Postes"'],
  'fr-pluriels.csv': [
    '120 laptop in France',
    '150 monitor in France',
    '4 server in France',
    '80 smartphone in France',
    '12 tablet in France',
  ],
  'fr-totaux.csv': [
    '10 laptop in France, "A"',
    '2 server in France, "B"',
    expect.stringMatching(/^left out: .*totals$/),
    expect.stringMatching(/^left out: .*\bnote\b/),
  ],
  'fr-unites.csv': [
    '1 server, "srv1", configuration.ram.0.units 4, configuration.ram.0.capacity 32, avgPower 220.5, hoursLifeTime 43800',
    '1 server, "srv2", configuration.ram.0.units 2, configuration.ram.0.capacity 32, avgPower 180, hoursLifeTime 61320',
  ],
  'fr-utf16le.txt': ['45 laptop in BE, "Postes"', '60 monitor in BE, "Écrans"'],
  'es-componentes.csv': [WITH_DRIVES],
  'fr-composants.csv': [WITH_DRIVES],
  'it-componenti.csv': [WITH_DRIVES],
  'it-crlf.csv': ['18 laptop in CH, "Uffici"', '3 server in DE, "Sala server"'],
  'it-plurali.csv': ['120 laptop in IT', '150 monitor in IT', '4 server in IT', '80 smartphone in IT'],
  'page.xls': ['? This is an HTML page. Open it in a spreadsheet and save the table as CSV'],
  'people.json': ['3 laptop in Poland, "a"', '2 server in Poland, "b"'],
  'people.ndjson': ['3 laptop, "a"', '2 server, "b"'],
  'wiki.txt': ['3 laptop, "a"', '2 server, "b"'],
  'workbook.xml': ['? an XML file. '],
  'de-hostnamen.csv': [
    '1 server in Frankfurt am Main, "srv-2024-01", configuration.cpu.units 2, configuration.cpu.name Xeon Gold 6138, configuration.ram.0.units 8, configuration.ram.0.capacity 32',
    '3 server in München, "esx07.m1", configuration.cpu.units 2, configuration.cpu.name EPYC 7543, configuration.ram.0.units 8, configuration.ram.0.capacity 64, configuration.ram.0.generation DDR4',
    '1 server in Falkenstein, "10.0.3.17", configuration.ram.0.units 2, configuration.ram.0.capacity 32',
  ],
  'de-laufwerke.csv': [
    '24 component, ssd.capacity 3840, ssd.formFactor 2,5"',
    '60 component, hdd.capacity 16000, hdd.formFactorName 3,5 Zoll',
    '96 component, ram.capacity 64, ram.generation DDR4',
  ],
  'de-nutzung.csv': [
    expect.stringMatching(/^faulty: quantity: .*"1\.250 Stk\."$/),
    '8 server in AT, "Rechner", avgPower 212.5, hoursLifeTime 52560',
    '8 server in AT, "Knoten", timeWorkload 40, hoursLifeTime 52560',
    expect.stringMatching(/^faulty: Leistung \(W\): .*Auslastung=none; .*"Leistung \(W\)=none".*"212,5"$/),
  ],
  'en-costs.csv': [
    '4 server in United States, "DB", timeWorkload 62.5',
    expect.stringMatching(/^faulty: quantity: .*"1,250"$/),
  ],
  'en-instances-alone.csv': [
    '12 cloudinstance in eu-west-3, "web", instanceType m5.xlarge',
    '4 cloudinstance in europe-west1, "jobs", instanceType n2-standard-8',
    '2 cloudinstance in westeurope, "win", instanceType Standard_D4s_v5',
  ],
  'en-merged-head.csv': [
    '2 server in Germany, "web01", configuration.cpu.name Xeon Gold 6138, configuration.ram.0.units 4, configuration.ram.0.capacity 32, configuration.disks.0.ssd.units 2, configuration.disks.0.ssd.capacity 960',
    '40 laptop in Poland, "desk"',
  ],
  'en-quoted-header.csv': ['3 server in IE, "web\n(prod)"', '25 laptop in London, "desks"'],
  'en-transposed.csv': ['? (Name, Type, Country, RAM (GB))'],
  'en-vm-export.csv': [
    '? The table seems to list virtual machines (VM, Powerstate), which would each count as a whole server. List their hosts instead, or add a column "kind" that says what each row is. If each row is a share of a host, map CPUs=share_vcpu, Memory=share_memory. If each row is a host, map VM=none, Powerstate=none',
  ],
  'es-dos-cabeceras.csv': ['4 server in ES, "Web", timeWorkload 35', '120 laptop in Portugal, "Puestos"'],
  'es-totales.csv': [
    '60 desktop in Sevilla, "Aulas"',
    '25 laptop in Málaga, "Despachos"',
    expect.stringMatching(/^left out: .*totals$/),
  ],
  'fr-excel.csv': [
    '1250 desktop in Paris La Défense, "Postes bureau"',
    '12 server in FR, "Serveurs web", timeWorkload 35',
    '48 monitor in Bruxelles, "Salle réunion"',
  ],
  'fr-suisse.csv': ['1250 laptop in Genève, "Postes"', '16 server in CH, "Salle A", avgPower 285.5'],
  'it-percentuali.csv': [
    '? Column "Carico medio" holds fractions instead of percentages: expected 35, not 0.35. If you mean 0.35 percent, write 0.35 %',
  ],
  'it-pezzi.txt': ['35 laptop in Milano, "Uffici"', '12 monitor in Torino, "Reception"'],
  'de-auslastung.csv': [
    '3 server in DE, "ERP", timeWorkload 35, hoursLifeTime 43800, elecFactors.0.criterion gwp, elecFactors.0.value 0.38, facility.pue 1.45',
    '2 server in DE, "Test", timeWorkload 8.5, hoursLifeTime 52560, elecFactors.0.criterion gwp, elecFactors.0.value 0.38, facility.pue 1.45',
  ],
  'de-excel-titel.csv': ['? "Gerät" … (Notebook, Monitor, Server) … Gerät=kind … Gerät=none'],
  'de-usv.csv': [
    '1 server in Hamburg, "Backup", configuration.ram.0.units 2, configuration.ram.0.capacity 32, configuration.disks.0.ssd.units 2, configuration.disks.0.ssd.capacity 480, configuration.disks.1.hdd.units 12, configuration.disks.1.hdd.capacity 8000',
    '2 ups in Hamburg, "USV"',
    '2 switch in Hamburg, "Core-Switch", type data_centre',
    '3 server in Hamburg, "Virtualisierung", configuration.ram.0.units 16, configuration.ram.0.capacity 32, configuration.disks.0.ssd.units 4, configuration.disks.0.ssd.capacity 3840',
  ],
  'de-betriebsstunden.csv': [
    '30 laptop in DE, "Büro", avgPower 28, useTimeRatio 0.3333333333333333',
    '4 desktop in AT, "Kasse", useTimeRatio 0.4166666666666667',
  ],
  'en-azure-vms.csv': [
    '1 cloudinstance in westeurope, "vm-web-01", instanceType Standard_D4s_v5',
    '1 cloudinstance in francecentral, "vm-sql-01", instanceType Standard_E8ds_v5',
  ],
  'de-idoit.csv': [
    '1 server in Rechenzentrum Köln, "esx-01", model.name ProLiant DL380 Gen10, model.manufacturer HPE, configuration.cpu.units 2, configuration.cpu.name Intel Xeon Gold 6130, configuration.ram.0.units 12, configuration.ram.0.capacity 32',
    expect.stringMatching(/^faulty: Objekttyp "Client" .* server, desktop, laptop\b/),
    '1 printer in Büro Köln, "prn-3", model Ecosys, manufacturer Kyocera',
    '1 monitor in Büro Köln, "mon-5", model.name U2419H, model.manufacturer Dell',
  ],
  'en-device42.csv': ['? "building" … (Amsterdam) … building=location … building=none'],
  'en-nested.json': ['12 laptop in FR', '3 server in DE'],
  'en-openstack.txt': [
    '1 cloudinstance, "web-1", instanceType b3-8',
    expect.stringMatching(/^left out: .*\(SHUTOFF\)$/),
  ],
  'en-pdq.csv': [
    '1 laptop, "WS-01", model.name Latitude 7420, model.manufacturer Dell Inc.',
    '1 desktop, "WS-02", model.name OptiPlex 7090, model.manufacturer Dell Inc.',
  ],
  'en-states.csv': ['2 server in x'],
  'en-yaml.yml': ['? This looks like YAML. Save it as JSON, or as a table with one row per asset'],
  'es-consumo.csv': [
    '25 laptop in Madrid, model.name EliteBook 840, model.manufacturer HP, avgPower 4.052511415525114, useTimeRatio 1, hoursLifeTime 43800',
    '30 monitor in Madrid, model.name P2422H, model.manufacturer Dell, avgPower 4.794520547945205, useTimeRatio 1, hoursLifeTime 52560',
  ],
  'en-gcloud.json': [
    '1 cloudinstance in europe-west1, "web-1", instanceType n2-standard-4',
    expect.stringMatching(/^left out: .*\(TERMINATED\)$/),
  ],
  'en-gcloud.txt': [
    '1 cloudinstance in europe-west1, "web-1", instanceType n2-standard-4',
    '1 cloudinstance in europe-west1, "web-2", instanceType n2-standard-4',
    expect.stringMatching(/^left out: .*\(TERMINATED\)$/),
  ],
  'en-models-alone.csv': [
    '? The table has no column "kind", so it is unclear what its rows are (Model: OptiPlex 7090, Latitude 5450). Add a column "kind" with server, laptop, monitor and the like',
  ],
  'en-sums.csv': [
    '1 server, "a", configuration.ram.0.units 2, configuration.ram.0.capacity 192, configuration.disks.0.ssd.units 1, configuration.disks.0.ssd.capacity 1000, configuration.disks.1.hdd.units 1, configuration.disks.1.hdd.capacity 4000',
    '1 server, "b", configuration.ram.0.units 4, configuration.ram.0.capacity 16, configuration.disks.0.ssd.units 2, configuration.disks.0.ssd.capacity 480, configuration.disks.1.hdd.units 8, configuration.disks.1.hdd.capacity 4000',
    '1 server, "c", configuration.ram.0.units 2, configuration.ram.0.capacity 16, configuration.ram.0.generation DDR4, configuration.disks.0.ssd.units 2, configuration.disks.0.ssd.capacity 512',
    '1 server, "d", configuration.ram.0.units 2, configuration.ram.0.capacity 32, configuration.disks.0.ssd.units 1, configuration.disks.0.ssd.capacity 960, configuration.disks.1.hdd.units 1, configuration.disks.1.hdd.capacity 2000',
  ],
  'es-grupos.csv': [
    expect.stringMatching(/^left out: .*heading/),
    '12 laptop in ES, "Puestos"',
    '15 monitor in ES, "Pantallas"',
    expect.stringMatching(/^left out: .*heading/),
    '4 laptop in FR, "Puestos"',
  ],
  'en-bars.csv': ['? "where" … (PL, DE) … where=location … where=none'],
  'en-dates.csv': [
    '4 server in Poland, "A", hoursLifeTime 52560',
    '2 server in Poland, "B", hoursLifeTime 61320',
    '10 laptop in Poland, "C", hoursLifeTime 35040',
  ],
  'en-ec2.csv': [
    '1 cloudinstance in eu-west-3, "web-1", instanceType m5.xlarge',
    expect.stringMatching(/^left out: .*\(Stopped\)$/),
    '1 cloudinstance in eu-central-1, "db-1", instanceType r6g.2xlarge',
  ],
  'en-formula.csv': [
    '35 laptop in Spain, "Desk laptops"',
    expect.stringMatching(/^faulty: quantity: .*"=B2\*2"$/),
    expect.stringMatching(/^faulty: quantity: .*"#REF!"$/),
    expect.stringMatching(/^left out: .*totals$/),
  ],
  'en-hostnames-commas.csv': [
    '3 server in Germany, "web01, web02, web03", configuration.cpu.units 2, configuration.cpu.name Intel Xeon Gold 6138',
    '2 server in Ireland, "db01,db02", configuration.cpu.name AMD EPYC 7763 (2)',
    '1 server in France, "cache", configuration.cpu.units 2, configuration.cpu.name Xeon E5-2680 v4',
  ],
  'en-intune.csv': ['? "Device category" … (Laptop, Phone) … "Device category=kind" … "Device category=none"'],
  'en-jamf.csv': [
    '? The table has no column "kind", so each row would count as a server, but some cells contain models or processors of laptops or desktops (MacBook Pro (14-inch, M3, 2023), iMac (24-inch, M1, 2021), A...)',
  ],
  'en-lansweeper.csv': ['? "Memory" … 16384 … Memory=ram_capacity_MB … Memory=ram_capacity_GB'],
  'en-netbox.csv': ['? "role" … (Server, Switch) … role=kind … role=none'],
  'en-pdu.csv': [
    '1 server, "web01", avgPower 245',
    '1 server, "web02", avgPower 250',
    '1 server, "db01", avgPower 388',
  ],
  'en-rvtools-vhost.csv': ['? "# Memory" … 786099 … "# Memory=ram_capacity_MB" … "# Memory=ram_capacity_GB"'],
  'en-rvtools-vinfo.csv': [
    '? (VM, Powerstate) … "kind" … CPUs=share_vcpu, Memory=share_memory … VM=none, Powerstate=none',
  ],
  'en-sccm.csv': [
    '1 desktop, "WS-1001", model.name OptiPlex 7090, model.manufacturer Dell Inc.',
    '1 laptop, "WS-1002", model.name 20W0, model.manufacturer LENOVO',
    '1 server, "SV-2001", model.name ProLiant DL360 Gen10, model.manufacturer HPE, configuration.cpu.name Intel(R) Xeon(R) Gold 6230, configuration.ram.0.units 8, configuration.ram.0.capacity 31.955466747283936',
  ],
  'en-servicenow.csv': ['? "ram" … 393,216 … ram=ram_capacity_MB … ram=ram_capacity_GB'],
  'en-snipeit.csv': [
    '1 laptop in Berlin HQ, model.name Latitude 5420, model.manufacturer Dell',
    '1 monitor in Berlin HQ, model.name P2419H, model.manufacturer Dell',
    '1 smartphone in Warsaw, model.name iPhone 13, model.manufacturer Apple',
    '1 docking_station in Berlin HQ, model Dock WD19, manufacturer Dell',
  ],
  'en-two-tables.csv': [
    '? Line 7 is the header of another table (Name, Type, Count, Location). Put each table into a file of its own',
  ],
  'es-anidado.csv': [
    '35 laptop in ES, "Portátiles", hoursLifeTime 35040',
    '40 monitor in ES, "Pantallas", hoursLifeTime 52560',
    expect.stringMatching(/^left out: .*heading/),
    '12 laptop in Portugal, "Portátiles", hoursLifeTime 35040',
  ],
  'es-utf16-tab.txt': [
    '60 desktop in Madrid, "Aulas"',
    '3 server in Barcelona, "Servidores", configuration.cpu.units 2, configuration.cpu.name Xeon Silver 4310, configuration.ram.0.units 4, configuration.ram.0.capacity 32, configuration.disks.0.ssd.units 2, configuration.disks.0.ssd.capacity 960',
    expect.stringMatching(/^left out: .*totals$/),
  ],
  'fr-excel-latin1.csv': [
    '1250 laptop in Lyon, "Postes agents", avgPower 18.5',
    '2480 monitor in Lyon, "Écrans 24 pouces", avgPower 21',
    '12 server in Paris, "Serveurs", avgPower 310',
    expect.stringMatching(/^left out: .*totals$/),
  ],
  'fr-glpi.csv': [
    '1 laptop in Lyon, "PC-COMPTA-01", model.name Latitude 5450, model.manufacturer Dell Inc.',
    '1 desktop in Lyon, "PC-COMPTA-02", model.name OptiPlex 7010, model.manufacturer Dell Inc.',
    '1 server in Villeurbanne, "SRV-AD-01", model.name ProLiant DL380 Gen10, model.manufacturer HPE, configuration.cpu.name Intel(R) Xeon(R) Silver 4210R',
  ],
  'it-totali.csv': [
    '120 laptop in Milano',
    '140 monitor in Milano',
    '6 server in Torino',
    expect.stringMatching(/^left out: .*totals$/),
  ],
  'it-utf8-sig.csv': [
    '35 laptop in Roma, "Notebook "vendite"", avgPower 12.5',
    '8 desktop in Torino, "Workstation CAD", form WORKSTATION, avgPower 145',
  ],
  'wiki-page.txt': [expect.stringMatching(/^faulty: quantity: .*"1,250"$/), '12 server in Ireland, "Racks"'],
}

/** What of them is not read, which is said. */
const NOT_READ: Readonly<Record<string, readonly string[]>> = {
  'en-quoted-lines.csv': ['Notes'],
  'en-where-split.csv': ['City'],
  'en-costs.csv': ['Unit cost', 'Total cost', 'Purchase date', 'Warranty'],
  'en-instances-alone.csv': ['Usage hours'],
  'en-merged-head.csv': ['City'],
  'es-totales.csv': ['Importe'],
  'fr-excel.csv': ['Prix unitaire (€)', "Date d'achat"],
  'it-pezzi.txt': ['Costo'],
  'en-azure-vms.csv': ['SUBSCRIPTION', 'RESOURCE GROUP', 'OPERATING SYSTEM', 'DISKS'],
  'de-idoit.csv': ['CMDB-Status'],
  'en-openstack.txt': ['ID', 'Networks', 'Image'],
  'en-pdq.csv': ['Computer Serial Number'],
  'en-sccm.csv': ['Operating System', 'Last Logon User', 'Last Active'],
  'en-states.csv': ['State'],
  'en-gcloud.json': ['disks'],
  'en-gcloud.txt': ['PREEMPTIBLE', 'INTERNAL_IP', 'EXTERNAL_IP'],
  'en-dates.csv': ['In service since', 'Retired on'],
  'en-ec2.csv': ['Instance ID', 'Status check', 'Public IPv4 address', 'Launch time'],
  'en-formula.csv': ['Notes'],
  'en-pdu.csv': ['Outlet', 'Peak Power', 'Energy last month'],
  'en-snipeit.csv': [
    'Company',
    'Asset Tag',
    'Model No.',
    'Serial',
    'Purchased',
    'Cost',
    'EOL',
    'Order Number',
    'Supplier',
    'Default Location',
    'Status',
    'Warranty',
  ],
  'de-server-teile.csv': ['Netzteil (W)'],
  'en-aws-names.csv': ['Service'],
  'en-manageengine.csv': ['Last Successful Scan'],
  'es-snipeit.csv': ['Etiqueta', 'Estado', 'Asignado a', 'Coste', 'EOL'],
  'fr-nb-disques.csv': ['Disques'],
  'en-az-vm-no-states.json': ['type'],
  'en-az-vm.json': ['id', 'type', 'resourceGroup', 'storageProfile', 'zones', 'tags'],
  'en-az-graph.json': ['id', 'resourceGroup', 'type'],
  'en-describe-instances.json': ['ImageId', 'CpuOptions'],
  'fr-excel-latin1.csv': ['Mise en service'],
  'fr-glpi.csv': ['Entité', 'Statut', 'Numéro de série', "Système d'exploitation - Nom", 'Dernière modification'],
  'it-totali.csv': ['Reparto', 'Anno'],
}

test('every file is here', () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(Object.keys(EXPECTED).toSorted())
  expect(Object.keys(EXPECTED).length).toBeGreaterThanOrEqual(40)
})

test.for(Object.keys(EXPECTED))('%s is read right, or stops with the right question', (name) => {
  const bytes = readFileSync(`${FOLDER}/${name}`)
  const [first = ''] = EXPECTED[name] as readonly string[]
  if (String(first).startsWith('?'))
    for (const part of first.slice(2).split(' … ')) expect(() => importFile(bytes)).toThrow(part)
  else {
    const { rows, notRead } = importFile(bytes)
    expect(rows.map(inWords)).toEqual(EXPECTED[name])
    expect(notRead).toEqual(NOT_READ[name] ?? [])
  }
})

/** Files that stop with a question, the answer to it, and their rows then. */
const ANSWERED: readonly (readonly [file: string, map: Readonly<Record<string, string>>, rows: readonly string[]])[] = [
  [
    'en-netbox.csv',
    { role: 'kind', device_type: 'model' },
    [
      '1 server in Row 2, "ams-web-01", model.name PowerEdge R650, model.manufacturer Dell',
      '1 server in Row 2, "ams-web-02", model.name PowerEdge R650, model.manufacturer Dell',
      '1 switch in Row 2, "ams-sw-01", model DCS-7050, manufacturer Arista',
    ],
  ],
  [
    'en-servicenow-classes.csv',
    { ram: 'ram_capacity_MB' },
    // 524,288 MB are 512 GB, and 262,144 MB are 256 GB: 16 and 8 modules of 32 GB. Drives of 3,840 and 1,920 GB.
    [
      '1 server in IE, "srv-01", model.manufacturer Dell, configuration.cpu.units 2, configuration.cpu.name Intel(R) Xeon(R) Gold 6338, configuration.cpu.coreUnits 32, configuration.ram.0.units 16, configuration.ram.0.capacity 32, configuration.disks.0.ssd.units 2, configuration.disks.0.ssd.capacity 1920',
      '1 server in IE, "srv-02", model.manufacturer Dell, configuration.cpu.units 2, configuration.cpu.name Intel(R) Xeon(R) Gold 6338, configuration.cpu.coreUnits 32, configuration.ram.0.units 8, configuration.ram.0.capacity 32, configuration.disks.0.ssd.units 1, configuration.disks.0.ssd.capacity 1920',
    ],
  ],
  [
    'de-excel-titel.csv',
    { Gerät: 'kind' },
    [
      '45 laptop in Berlin, model.name Dell Latitude 5450',
      '90 monitor in Berlin, model.name Dell P2422H',
      '4 server in Frankfurt a. M., model.name HPE DL380 Gen10',
      expect.stringMatching(/^left out: .*totals$/),
      expect.stringMatching(/^left out: .*\bnote\b/),
    ],
  ],
  [
    'en-bars.csv',
    { where: 'location' },
    [
      '30 laptop in PL, "sales"',
      '2 server in DE, "erp", configuration.ram.0.units 8, configuration.ram.0.capacity 32, configuration.disks.0.ssd.units 2, configuration.disks.0.ssd.capacity 1000',
    ],
  ],
]

test.for(ANSWERED)('%s is read right once its question is answered', ([name, map, rows]) => {
  expect(importFile(readFileSync(`${FOLDER}/${name}`), { map }).rows.map(inWords)).toEqual(rows)
})
