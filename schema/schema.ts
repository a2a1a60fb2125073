import './catalogue/archetype.ts'
import './results/cloud-instance.ts'
import './catalogue/cloud-provider.ts'
import './results/component.ts'
import './results/consumption-profile.ts'
import './catalogue/criterion.ts'
import './catalogue/data-release.ts'
import './results/fleet.ts'
import './results/iot-device.ts'
import './catalogue/location.ts'
import './catalogue/name-search.ts'
import './catalogue/part-catalogue.ts'
import './results/server.ts'
import './results/terminal.ts'
import { builder } from './builder.ts'

/** The GraphQL schema: everything that can be asked. */
export const schema = builder.toSchema()
