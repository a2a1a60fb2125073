import { builder } from './builder.ts'

/* Scalars of answers; inputs do not use them. */

builder.scalarType('DateTime', {
  description: 'Date and time in ISO 8601: 2026-11-22T18:30:31.000Z.',
  serialize: (time) => time,
})

builder.scalarType('Date', { description: 'Day in ISO 8601: 2019-04-02.', serialize: (day) => day })

builder.scalarType('BigInt', {
  description:
    'Whole number that may be larger than 2,147,483,647, the largest Int. It is a number in JSON, up to 2^53.',
  serialize: (count) => count,
})
