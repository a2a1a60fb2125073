import type { PublishedFigure } from './tables.ts'

/**
 * The maker, the model without the configuration in parentheses at its end, and the year. Published figures with the
 * same ones are of configurations of one model.
 *
 * @example
 * modelAndYear({ maker: 'Apple', model: 'MacBook Air 13 (M2, 256 GB)', year: 2022 }) // 'Apple MacBook Air 13, 2022'
 */
export function modelAndYear({ maker, model, year }: Pick<PublishedFigure, 'maker' | 'model' | 'year'>): string {
  return `${maker} ${model.replace(/ \([^()]*\)$/, '')}, ${year}`
}
