import { createRequire } from 'node:module'
import {
  type ArgumentNode,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLNullableOutputType,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLScalarType,
  type GraphQLSchema,
  getLocation,
  isInterfaceType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  TypeInfo,
  type VariableDefinitionNode,
  type VariableNode,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { type LiteralReader, literalReader, type VariableValues } from './literal-reader.ts'

/** Variables of `@include` and `@skip`, which decide what a document selects. */
export function conditionsOf(document: DocumentNode): readonly string[] {
  const names = new Set<string>()
  visit(document, {
    Directive({ arguments: args }) {
      for (const { value } of args ?? []) if (value.kind === Kind.VARIABLE) names.add(value.name.value)
    },
  })
  return [...names]
}

/** Encodes the values of conditions: one letter for each. */
export function choiceOf(conditions: readonly string[], values: Readonly<Record<string, unknown>>): string {
  let choice = ''
  for (const name of conditions) choice += values[name] === true ? '1' : '0'
  return choice
}

/**
 * The operation with its selection for one combination of conditions, and its fragments. Compilers confuse the
 * conditions of a fragment spread more than once.
 */
function withoutConditions(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  conditions: readonly string[],
  choice: string,
): DocumentNode {
  const values = new Map(conditions.map((name, index) => [name, choice[index] === '1']))
  const isSelected = ({ directives = [] }: { readonly directives?: OperationDefinitionNode['directives'] }) =>
    directives.every(({ name, arguments: args }) => {
      const value = args?.[0]?.value
      const holds =
        value?.kind === Kind.VARIABLE ? values.get(value.name.value) : value?.kind === Kind.BOOLEAN && value.value
      return name.value === 'skip' ? holds !== true : holds === true
    })
  const definitions = document.definitions.filter(
    (each) => each === operation || each.kind === Kind.FRAGMENT_DEFINITION,
  )
  return visit({ ...document, definitions } as DocumentNode, {
    enter(node) {
      if (node.kind !== Kind.FIELD && node.kind !== Kind.INLINE_FRAGMENT && node.kind !== Kind.FRAGMENT_SPREAD)
        return undefined
      if (node.directives === undefined || node.directives.length === 0) return undefined
      return isSelected(node) ? { ...node, directives: [] } : null
    },
  })
}

/**
 * The schema to compile one document with. An interface becomes a single type if the document selects the same from
 * each of its types. The compiler writes out an interface's selection for each type: ten times for a component, which
 * makes functions so long that V8 does not optimise them.
 */
function withUniformTypes(schema: GraphQLSchema, document: DocumentNode): GraphQLSchema {
  const distinguished = distinguishedIn(schema, document)
  const interfaceOf = new Map<GraphQLObjectType, GraphQLInterfaceType>()
  const uniform = new Map<GraphQLInterfaceType, GraphQLObjectType>()
  for (const type of Object.values(schema.getTypeMap()).filter(isInterfaceType)) {
    if ([type, ...type.getInterfaces()].some((each) => distinguished.has(each))) continue
    const one = new GraphQLObjectType({ name: type.name, fields: {} })
    uniform.set(type, one)
    interfaceOf.set(one, type)
  }
  const replaced = (type: GraphQLOutputType): GraphQLOutputType => {
    if (isNonNullType(type)) return new GraphQLNonNull(replaced(type.ofType) as GraphQLNullableOutputType)
    if (isListType(type)) return new GraphQLList(replaced(type.ofType))
    return (isInterfaceType(type) && uniform.get(type)) || type
  }
  const getField: GraphQLSchema['getField'] = (parent, name) => {
    const field = schema.getField(interfaceOf.get(parent as GraphQLObjectType) ?? parent, name)
    return field && Object.create(field, { type: { value: replaced(field.type) } })
  }
  const isSubType: GraphQLSchema['isSubType'] = (abstract, type) => {
    const own = interfaceOf.get(type as GraphQLObjectType)
    return own === undefined ? schema.isSubType(abstract, type) : own === abstract || schema.isSubType(abstract, own)
  }
  return Object.create(schema, { getField: { value: getField }, isSubType: { value: isSubType } })
}

/** Interfaces from which a document selects a type's name, or a field that their types answer differently. */
function distinguishedIn(schema: GraphQLSchema, document: DocumentNode): ReadonlySet<object> {
  const distinguished = new Set<object>()
  const fragments = new Map(
    document.definitions.flatMap((each) => (each.kind === 'FragmentDefinition' ? [[each.name.value, each]] : [])),
  )
  const info = new TypeInfo(schema)
  const look = ({ selections }: SelectionSetNode) => {
    const parent = info.getParentType()
    if (!isInterfaceType(parent)) return
    for (const selection of selections) {
      const fragment = selection.kind === 'FragmentSpread' ? fragments.get(selection.name.value) : selection
      const condition = fragment && 'typeCondition' in fragment ? fragment.typeCondition?.name.value : undefined
      const distinguishes =
        selection.kind === 'Field'
          ? !isUniform(schema, parent, selection.name.value)
          : condition !== undefined && ![parent, ...parent.getInterfaces()].some(({ name }) => name === condition)
      if (distinguishes) distinguished.add(parent)
    }
  }
  visit(document, visitWithTypeInfo(info, { SelectionSet: look }))
  return distinguished
}

/** Whether all types of an interface answer one of its fields alike; never `__typename`. */
function isUniform(schema: GraphQLSchema, type: GraphQLInterfaceType, name: string): boolean {
  const field = type.getFields()[name]
  return schema.getPossibleTypes(type).every((each) => {
    const own = each.getFields()[name]
    return field !== undefined && own?.resolve === field.resolve && String(own?.type) === String(field.type)
  })
}

/** The compiler, loaded on demand: with its dependencies it is a tenth of the service's modules. */
const require = createRequire(import.meta.url)
const compiler = () => require('graphql-jit') as typeof import('graphql-jit')

/**
 * Runs a compiled operation with the values of its variables. Undefined if a literal with variables is not a valid
 * argument; graphql-js then answers.
 */
export type CompiledOperation = (
  context: object,
  variables: VariableValues,
) => ExecutionResult | Promise<ExecutionResult> | undefined

/** The type of variables passed as they are. */
const Given = new GraphQLScalarType({ name: 'Given__', parseValue: (value) => value, serialize: (value) => value })

/** The schema with one more type, which callers' documents never see. */
function withGiven(schema: GraphQLSchema): GraphQLSchema {
  const getType = (name: string) => (name === Given.name ? Given : schema.getType(name))
  return Object.create(schema, { getType: { value: getType } })
}

/**
 * Compiles an operation of a valid document with graphql-jit, for one combination of its conditions; undefined if it
 * cannot.
 *
 * graphql-jit parses variables less strictly than graphql-js (oneOf, lists for objects). It keeps absent variables
 * inside literals, and it writes texts of literals into its code, with markers that a text could imitate. Therefore
 * `run-operation.ts` reads variables, `literalReader` reads such literals, and the compiled operation takes the results
 * as they are.
 */
export function compileOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  choice = '',
): CompiledOperation | undefined {
  if (!isCompilable(document, operation)) return undefined
  const literals: Literal[] = []
  const selected = withoutConditions(document, operation, conditionsOf(document), choice)
  const taken = withVariables(schema, selected, literals)
  const given = visit(taken, {
    VariableDefinition: ({ variable }) => definitionOf(variable.name.value),
    OperationDefinition: {
      leave: (node) => ({
        ...node,
        variableDefinitions: [...(node.variableDefinitions ?? []), ...literals.map(({ name }) => definitionOf(name))],
      }),
    },
  })
  const { compileQuery, isCompiledQuery } = compiler()
  const compiled = compileQuery(withGiven(withUniformTypes(schema, given)), ownCopy(given), operation.name?.value, {
    disablingCapturingStackErrors: true,
  })
  if (!isCompiledQuery(compiled)) return undefined
  return (context, variables) => {
    const values: Record<string, unknown> = { ...variables }
    for (const { name, read } of literals) {
      const value = read(variables)
      if (value === undefined) return undefined
      values[name] = value
    }
    return compiled.query(undefined, context, values)
  }
}

/** An argument that is a literal; the compiled operation has a variable instead. */
interface Literal {
  readonly name: string
  readonly read: LiteralReader
}

/** The document with a variable for each argument that holds texts or variables. */
function withVariables(schema: GraphQLSchema, document: DocumentNode, literals: Literal[]): DocumentNode {
  const info = new TypeInfo(schema)
  const take = (argument: ArgumentNode): ArgumentNode | undefined => {
    const { value: node } = argument
    const type = info.getArgument()?.type
    if (type === undefined || (node.kind !== Kind.OBJECT && node.kind !== Kind.LIST && node.kind !== Kind.STRING))
      return undefined
    const name = `literal__${literals.length}`
    literals.push({ name, read: literalReader(node, type) })
    return { ...argument, value: variableOf(name) }
  }
  return visit(document, visitWithTypeInfo(info, { Argument: take }))
}

function definitionOf(name: string): VariableDefinitionNode {
  const type = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: Given.name } } as const
  return { kind: Kind.VARIABLE_DEFINITION, variable: variableOf(name), type }
}

function variableOf(name: string): VariableNode {
  return { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } }
}

function isCompilable(document: DocumentNode, operation: OperationDefinitionNode): boolean {
  let isPlain = operation.operation === 'query'
  const refuse = () => {
    isPlain = false
  }
  visit(document, {
    Name({ value }) {
      if (value.includes('__') && value !== '__typename') refuse()
    },
    Directive({ name }) {
      if (name.value !== 'include' && name.value !== 'skip') refuse()
    },
  })
  return isPlain
}

/**
 * The compiler modifies nodes, so it gets a copy. It reads lines and columns from tokens, which documents do not keep.
 */
function ownCopy<Node>(node: Node): Node {
  if (node === null || typeof node !== 'object') return node
  if (Array.isArray(node)) return node.map(ownCopy) as Node
  const copy: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(node))
    copy[key] = key === 'loc' && value ? { startToken: getLocation(value.source, value.start) } : ownCopy(value)
  return copy as Node
}
