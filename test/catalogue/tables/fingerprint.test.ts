import { describe, expect, test } from 'vitest'
import { changedCopy, loadBase, loadFrom } from './support/table-files.ts'

describe('The fingerprint', () => {
  const shippedId = loadBase().release.fingerprint
  const idWith = (file: string, change: (content: string) => string) => {
    const changed = (content: string) => {
      const result = change(content)
      if (result === content) throw new Error(`nothing changed in ${file}`)
      return result
    }
    return loadFrom(changedCopy(file, changed)).release.fingerprint
  }
  const reversed = (content: string) => {
    const [columns, ...rows] = content.trimEnd().split('\n')
    return [columns, ...rows.reverse()].join('\n')
  }

  test('has 12 hexadecimal digits and is the same each time', () => {
    expect(shippedId).toMatch(/^[0-9a-f]{12}$/)
    expect(loadBase().release.fingerprint).toBe(shippedId)
  })

  test.each([
    ['a figure', 'electricity.csv', (content: string) => content.replace('\nZWE,0.288,', '\nZWE,0.289,')],
    [
      'a figure that becomes unknown',
      'electricity.csv',
      (content: string) => content.replace('\nZWE,0.288,', '\nZWE,,'),
    ],
    ['a bound', 'server-archetypes.csv', (content: string) => content.replace('8|6|10', '8|6|11')],
    [
      'a platform',
      'cloud-instances.csv',
      (content: string) => content.replace('a1.medium,a1.metal', 'a1.medium,m5.metal'),
    ],
    ['a family', 'cpus.csv', (content: string) => content.replace('AMD,Bristol Ridge', 'AMD,Naples')],
    ['a row that is gone', 'cloud-regions.csv', (content: string) => content.replace('\naws,USA,us-east-1', '')],
    ['a text of a component', 'component-archetypes.csv', (content: string) => content.replace(',rack,,', ',blade,,')],
  ])('changes with %s', (_, file, change) => {
    expect(idWith(file, change)).not.toBe(shippedId)
  })

  test.each([
    [
      'a source',
      'electricity.csv',
      (content: string) => content.replace('\nZWE,0.288,ember', '\nZWE,0.288,scarlat-2022'),
    ],
    ['the text of a source', 'sources.csv', (content: string) => content.replace('Ember data explorer', 'Ember')],
    ['the basis of a die size', 'cpus.csv', (content: string) => content.replace(',sum_of_dies,', ',other,')],
    ['a warning', 'server-archetypes.csv', (content: string) => content.replace('Using generic', 'From generic')],
    ['a doubt', 'doubts.csv', (content: string) => content.replace('is doubtful', 'is strange')],
    ['the name of a place', 'locations.csv', (content: string) => content.replace('World', 'All the world')],
    ['a comment', 'cpus.csv', (content: string) => content.replace('\n', '\n# a comment, with a comma\n')],
    ['the spelling of a number', 'electricity.csv', (content: string) => content.replace(',0.288,', ',+2.880e-1,')],
    [
      'bounds stated where they equal the value',
      'server-archetypes.csv',
      (content: string) => content.replace('2|2|2', '2'),
    ],
    ['the order of rows', 'cloud-instances.csv', reversed],
  ])('stays with %s', (_, file, change) => {
    expect(idWith(file, change)).toBe(shippedId)
  })

  test('stays with the order of columns', () => {
    const swapped = (content: string) => content.replace(/^([^,\n]+),([^,\n]+),([^,\n]+)$/gm, '$3,$1,$2')
    expect(idWith('cloud-regions.csv', swapped)).toBe(shippedId)
  })
})
