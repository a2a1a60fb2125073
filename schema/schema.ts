import './archetype.ts'
import './cloud-instance.ts'
import './cloud-provider.ts'
import './component.ts'
import './consumption-profile.ts'
import './criterion.ts'
import './data-release.ts'
import './fleet.ts'
import './iot-device.ts'
import './location.ts'
import './name-search.ts'
import './part-catalogue.ts'
import './server.ts'
import './terminal.ts'
import { builder } from './builder.ts'

/** The GraphQL schema: everything that can be asked. */
export const schema = builder.toSchema()
