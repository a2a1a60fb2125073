import './catalogue/archetype.ts'
import './catalogue/cloud-instance-type.ts'
import './catalogue/cloud-instance-types.ts'
import './catalogue/cloud-provider.ts'
import './catalogue/cpu-model.ts'
import './catalogue/criterion.ts'
import { defineReleases } from './catalogue/release.ts'
import './catalogue/gpu-model.ts'
import './catalogue/location.ts'
import './catalogue/name-search.ts'
import './catalogue/named-thing.ts'
import './catalogue/node.ts'
import './catalogue/published-figure.ts'
import './results/asset.ts'
import './results/cloud-instance.ts'
import './results/readings/comparison.ts'
import './results/component.ts'
import './results/consumption-profile.ts'
import './results/readings/drift.ts'
import './results/fleet.ts'
import './results/readings/contributions.ts'
import './results/iot-device.ts'
import './results/job.ts'
import './results/server.ts'
import './results/service.ts'
import './results/readings/software-carbon-intensity.ts'
import './results/equipment.ts'
import './results/terminal.ts'
import './results/readings/timeline.ts'
import { builder } from './builder.ts'
import { allEntryPoints } from './entry-points.ts'
import { nameEnumValues } from './inputs/name-enum-values.ts'
import { nameAttributes } from './results/attribute.ts'
import './scalars.ts'

builder.queryType({
  description: 'Environmental impacts of IT equipment, and what they are computed from.',
  fields: allEntryPoints,
})
defineReleases()

export const schema = nameEnumValues(nameAttributes(builder.toSchema()))
