import { createRequire } from 'node:module'
import {
  type ArgumentNode,
  coerceInputLiteral,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLInputType,
  GraphQLScalarType,
  type GraphQLSchema,
  type getVariableValues,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  type ValueNode,
  type VariableDefinitionNode,
  type VariableNode,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { holdsVariables } from '../documents/holds-variables.ts'
import { conditionsOf, withoutConditions } from './conditions.ts'
import { withUniformTypes } from './uniform-types.ts'

/** Variables as graphql-js has read them. */
export type VariableValues = NonNullable<ReturnType<typeof getVariableValues>['variableValues']>

/** The compiler, loaded when it is first needed: with what it needs itself, it is a tenth of all modules of the service. */
const require = createRequire(import.meta.url)
const compiler = () => require('graphql-jit') as typeof import('graphql-jit')

/**
 * Runs a compiled operation with variables that graphql-js has read; undefined where a literal that holds them makes no valid
 * argument, which graphql-js then answers.
 */
export type CompiledOperation = (
  context: object,
  variables: VariableValues,
) => ExecutionResult | Promise<ExecutionResult> | undefined

/** The type of variables that are given as they are. */
const Given = new GraphQLScalarType({ name: 'Given__', parseValue: (value) => value, serialize: (value) => value })

/** The schema with one more type, which documents of callers never meet. */
function withGiven(schema: GraphQLSchema): GraphQLSchema {
  const getType = (name: string) => (name === Given.name ? Given : schema.getType(name))
  return Object.create(schema, { getType: { value: getType } })
}

/**
 * Compiles an operation of a valid document with graphql-jit, for one choice of its conditions; undefined where it is not one
 * to be compiled.
 *
 * graphql-jit reads variables less strictly than graphql-js (oneOf, lists for objects). It leaves out no variable inside of a
 * literal, and it writes texts of literals into the code that it makes, with marks of its own that a text could imitate. So
 * graphql-js reads variables and such literals, and the compiled operation takes them as they are.
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
    const values: Record<string, unknown> = { ...variables.coerced }
    for (const { name, node, type, constant = coerceInputLiteral(node, type, variables) } of literals) {
      if (constant === undefined) return undefined
      values[name] = constant
    }
    return compiled.query(undefined, context, values)
  }
}

/** An argument that is no variable; the compiled operation has a variable in its place. */
interface Literal {
  readonly name: string
  readonly node: ValueNode
  readonly type: GraphQLInputType
  /** Its value, where it holds no variable. */
  readonly constant: unknown
}

/** The document with a variable in place of each argument that holds texts or variables. */
function withVariables(schema: GraphQLSchema, document: DocumentNode, literals: Literal[]): DocumentNode {
  const info = new TypeInfo(schema)
  const take = (argument: ArgumentNode): ArgumentNode | undefined => {
    const { value: node } = argument
    const type = info.getArgument()?.type
    if (type === undefined || (node.kind !== Kind.OBJECT && node.kind !== Kind.LIST && node.kind !== Kind.STRING))
      return undefined
    const name = `literal__${literals.length}`
    literals.push({ name, node, type, constant: holdsVariables(node) ? undefined : coerceInputLiteral(node, type) })
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

/** The compiler writes notes into the nodes that it is given. Their places in the text are kept. */
function ownCopy<Node>(node: Node): Node {
  if (node === null || typeof node !== 'object') return node
  if (Array.isArray(node)) return node.map(ownCopy) as Node
  const copy: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(node)) copy[key] = key === 'loc' ? value : ownCopy(value)
  return copy as Node
}
