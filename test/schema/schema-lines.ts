import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
  print,
} from 'graphql'

/**
 * A schema as sorted lines, one for each thing that a client can name: `Cpu.tdp: NumberAttribute`,
 * `Assessable.impacts(duration): Float`, `Cpu implements Component`, `Criterion = GWP`, `DiskInput is one of its
 * fields`.
 */
export function schemaLines(schema: GraphQLSchema): readonly string[] {
  const lines: string[] = []
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || isSpecifiedScalarType(type)) continue
    if (isEnumType(type)) {
      lines.push(...type.getValues().map(({ name }) => `${type.name} = ${name}`))
    } else if (isInputObjectType(type)) {
      if (type.isOneOf) lines.push(`${type.name} is one of its fields`)
      lines.push(...Object.values(type.getFields()).map((field) => `${type.name}.${field.name}: ${input(field)}`))
    } else if (isObjectType(type) || isInterfaceType(type)) {
      lines.push(...type.getInterfaces().map(({ name }) => `${type.name} implements ${name}`))
      for (const field of Object.values(type.getFields())) {
        const path = `${type.name}.${field.name}`
        lines.push(`${path}: ${field.type}`)
        lines.push(...field.args.map((argument) => `${path}(${argument.name}): ${input(argument)}`))
      }
    }
  }
  return lines.sort()
}

/** Type and default: `Int = 20`. */
function input({ type, default: usual }: GraphQLArgument | GraphQLInputField): string {
  if (usual === undefined) return `${type}`
  return `${type} = ${usual.literal === undefined ? JSON.stringify(usual.value) : print(usual.literal)}`
}
