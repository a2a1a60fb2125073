import { expect, test } from 'vitest'
import { importFile } from '../../src/importers/import-file.ts'

/** What a row of a kind is, or why it is faulty. */
function thingOf(kind: string): string | undefined {
  const [row] = importFile(`kind,quantity\n"${kind}",2\nserver,1\n`).rows
  if (row === undefined || !('asset' in row)) return row && 'fault' in row ? row.fault.message : undefined
  const { server, terminal, equipment } = row.asset
  return server === undefined ? (terminal ?? equipment)?.kind : 'SERVER'
}

test.for(
  `Poste de travail, Postes de travail, Poste, Ordinateur, Arbeitsplatz, Rechner, Puesto de trabajo, Computador, Postazione di lavoro,
  Posto de trabalho, Werkplek, Physical machine`
    .split(',')
    .map((each) => each.trim()),
)('%s can be a laptop or a desktop, and its fault says so', (kind) => {
  expect(thingOf(kind)).toContain(`"${kind}" can mean several kinds of machine. Write server, desktop, laptop`)
})

test.for([
  ['Impressora de etiquetas', 'label printers and plotters'],
  ['Plotters', 'label printers and plotters'],
  ['Serverschrank', 'racks'],
  ['Toetsenborden', 'keyboards'],
] as const)('%s have no figures', ([kind, things]) => {
  expect(thingOf(kind)).toContain(`No figures for ${things}`)
})

test.for([
  [
    'LAPTOP',
    'Ordinateur portable, Poste portable, Micro-ordinateur portable, tragbarer Computer, Portátil, Computador portátil, Portáteis, Computadores portáteis, Draagbare computer, Laptops',
  ],
  [
    'DESKTOP',
    'Poste fixe, Postes fixes, UC, Unité centrale, Tour, Arbeitsplatzrechner, Desktop-Rechner, Tower-PC, PC fijo, Torre, Computer desktop, PC de secretária, Computador de mesa, Estação de trabalho, Vaste computer, Vaste PC, Werkstation',
  ],
  [
    'MONITOR',
    'Écran, Ecrans, Écran externe, Externer Bildschirm, Pantalla externa, Monitor, Monitor esterno, Ecrã, Ecrãs, Beeldscherm, Beeldschermen, Scherm',
  ],
  [
    'SMARTPHONE',
    'Ordiphone, Celular, Teléfono inteligente, Telefonino, Telemóvel, Telemóveis, Telefone, Mobiele telefoon',
  ],
  ['TELEVISION', 'Téléviseur, Fernseher, Televisor, Televisore, Televisão, Televisie'],
  ['SERVER', 'Serveur, Serversystem, Servidor, Servidores, Server (physical), Fysieke server, Servidor de ficheiros'],
] as const)('everyday words in seven languages mean a %s', ([kind, words]) => {
  for (const word of words.split(', ')) expect([word, thingOf(word)]).toEqual([word, kind])
})
