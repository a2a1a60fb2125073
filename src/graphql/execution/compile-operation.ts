import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLScalarType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import { perObject } from '../../reference/per-object.ts'
import { conditionsOf, withoutConditions } from './conditions.ts'

/** Runs a compiled operation with variables that graphql-js has read. */
export type CompiledOperation = (
  context: object,
  variables: Readonly<Record<string, unknown>>,
) => ExecutionResult | Promise<ExecutionResult>

/** The type of variables that are given as they are. */
const Given = new GraphQLScalarType({ name: 'Given__', parseValue: (value) => value, serialize: (value) => value })

/** The schema with one more type, which documents of callers never meet. */
const withGiven = perObject(
  (schema: GraphQLSchema): GraphQLSchema =>
    Object.create(schema, {
      getType: { value: (name: string) => (name === Given.name ? Given : schema.getType(name)) },
    }),
)

/**
 * Compiles an operation of a valid document with graphql-jit, for one choice of its conditions; undefined where it is not one
 * to be compiled.
 *
 * graphql-jit reads variables less strictly than graphql-js (oneOf, lists for objects), so graphql-js reads them, and the
 * compiled operation takes them as they are. It leaves out no variable inside of a literal, and it writes texts of literals
 * into the code that it makes, with marks of its own that a text could imitate: neither is compiled.
 */
export function compileOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  choice = '',
): CompiledOperation | undefined {
  if (!isCompilable(document, operation)) return undefined
  const selected = withoutConditions(document, operation, conditionsOf(document), choice)
  const given = visit(selected, {
    VariableDefinition({ variable }) {
      const type = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: Given.name } } as const
      return { kind: Kind.VARIABLE_DEFINITION, variable, type } as const
    },
  })
  const compiled = compileQuery(withGiven(schema), ownCopy(given), operation.name?.value, {
    disablingCapturingStackErrors: true,
  })
  if (!isCompiledQuery(compiled)) return undefined
  return (context, variables) => compiled.query(undefined, context, variables)
}

/** Texts that may be written into code: letters, digits, some marks, and no two underscores in a row. */
const PLAIN_TEXT = /^(?!.*__)[\p{L}\p{N}_ .,:;()/+%@#&*=<>!?-]*$/u

function isCompilable(document: DocumentNode, operation: OperationDefinitionNode): boolean {
  let isPlain = operation.operation === 'query'
  const refuse = () => {
    isPlain = false
  }
  const holdsVariable = (node: object) => {
    visit(node as DocumentNode, { Variable: refuse })
  }
  visit(document, {
    Name({ value }) {
      if (value.startsWith('__') && value !== '__typename') refuse()
    },
    StringValue({ value }) {
      if (!PLAIN_TEXT.test(value)) refuse()
    },
    ListValue: holdsVariable,
    ObjectValue: holdsVariable,
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
