import {
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import { useMemo, useState } from 'preact/hooks'

interface Props {
  /** Undefined until it is loaded. */
  readonly schema: GraphQLSchema | undefined
  /** The name of a type; empty for the first page. */
  readonly shown: string
  readonly onShow: (type: string) => void
}

/** More matches are only counted. */
const MOST_FOUND = 40

/** The types of the schema and their fields, with a search over both. */
export function Reference({ schema, shown, onShow }: Props) {
  const [sought, seek] = useState('')
  const found = useMemo(() => (schema === undefined ? [] : findIn(schema, sought)), [schema, sought])
  const type = schema?.getType(shown)
  return (
    <aside id="reference" class="reference" aria-label="Reference">
      {schema === undefined && <p class="note">Loading the schema…</p>}
      {schema !== undefined && (
        <>
          <label>
            Search types and fields
            <input
              type="search"
              value={sought}
              autoComplete="off"
              onInput={({ currentTarget }) => seek(currentTarget.value)}
            />
          </label>
          {sought.trim() === '' ? (
            <>
              {shown !== '' && (
                <button type="button" class="link" onClick={() => onShow('')}>
                  All entry points
                </button>
              )}
              {type === undefined ? (
                <EntryPoints schema={schema} onShow={onShow} />
              ) : (
                <Type schema={schema} type={type} onShow={onShow} />
              )}
            </>
          ) : (
            <ul>
              {found.length === 0 && <li>No type or field has this in its name.</li>}
              {found.slice(0, MOST_FOUND).map(({ name, of }) => (
                <li key={name}>
                  <button
                    type="button"
                    class="link"
                    onClick={() => {
                      seek('')
                      onShow(of)
                    }}
                  >
                    {name}
                  </button>
                </li>
              ))}
              {found.length > MOST_FOUND && <li>And {found.length - MOST_FOUND} more.</li>}
            </ul>
          )}
        </>
      )}
    </aside>
  )
}

type Show = Pick<Props, 'onShow'>

function EntryPoints({ schema, onShow }: { readonly schema: GraphQLSchema } & Show) {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  return (
    <>{roots.flatMap((root) => (root ? [<Type key={root.name} schema={schema} type={root} onShow={onShow} />] : []))}</>
  )
}

function Type({ schema, type, onShow }: { readonly schema: GraphQLSchema; readonly type: GraphQLNamedType } & Show) {
  const hasFields = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
  return (
    <section>
      <h2>{type.name}</h2>
      {type.description && <p>{type.description}</p>}
      {hasFields && (
        <dl>
          {Object.values(type.getFields()).map((field) => (
            <div key={field.name}>
              <dt>
                <code>{field.name}</code>
                {'args' in field && field.args.length > 0 && <Arguments args={field.args} onShow={onShow} />}
                {': '}
                <TypeLink type={field.type} onShow={onShow} />
              </dt>
              {field.description && <dd>{field.description}</dd>}
              {field.deprecationReason && <dd>Deprecated: {field.deprecationReason}</dd>}
            </div>
          ))}
        </dl>
      )}
      {isEnumType(type) && (
        <dl>
          {type.getValues().map(({ name, description }) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              {description && <dd>{description}</dd>}
            </div>
          ))}
        </dl>
      )}
      {isAbstractType(type) && (
        <p>
          One of{' '}
          {schema.getPossibleTypes(type).map((each, at) => (
            <span key={each.name}>
              {at > 0 && ', '}
              <TypeLink type={each} onShow={onShow} />
            </span>
          ))}
        </p>
      )}
    </section>
  )
}

function Arguments({ args, onShow }: { readonly args: readonly GraphQLArgument[] } & Show) {
  return (
    <>
      {'('}
      {args.map(({ name, type }, at) => (
        <span key={name}>
          {at > 0 && ', '}
          {name}: <TypeLink type={type} onShow={onShow} />
        </span>
      ))}
      {')'}
    </>
  )
}

function TypeLink({ type, onShow }: { readonly type: { toString(): string } } & Show) {
  const text = String(type)
  return (
    <button type="button" class="link" onClick={() => onShow(text.replace(/[[\]!]/g, ''))}>
      {text}
    </button>
  )
}

/** Types and fields with a text in their name: types first, then those that begin with it. */
function findIn(schema: GraphQLSchema, sought: string): readonly { readonly name: string; readonly of: string }[] {
  const text = sought.trim().toLowerCase()
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
  const fields = types.flatMap((type) =>
    'getFields' in type
      ? Object.keys(type.getFields()).map((field) => ({ name: `${type.name}.${field}`, of: type.name, field }))
      : [],
  )
  const begins = (name: string) => Number(!name.toLowerCase().startsWith(text))
  return [
    ...types.filter(({ name }) => name.toLowerCase().includes(text)).map(({ name }) => ({ name, of: name })),
    ...fields
      .filter(({ field }) => field.toLowerCase().includes(text))
      .toSorted((one, other) => begins(one.field) - begins(other.field)),
  ]
}
