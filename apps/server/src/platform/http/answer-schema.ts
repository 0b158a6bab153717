import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import { ok } from '@kaibo/contract/kernel/envelope.ts'

type Write = (data: unknown) => Buffer

/** Of each call that has answered. They come of the contract alone, so that servers of one process share them. */
const writers = new WeakMap<Endpoint, Write>()

/**
 * What writes a success of this call: what the contract does not declare cannot leak. It is compiled for the first one; doing
 * so for all calls was most of what starting a server took. It writes bytes: a text would be read twice more, for its length
 * and when it leaves.
 */
export function writerOf(endpoint: Endpoint, reply: FastifyReply): Write {
  const known = writers.get(endpoint)
  if (known) return known
  const text = reply.compileSerializationSchema(answerSchema(endpoint))
  const write: Write = (data) => Buffer.from(text({ ...ok(data) }))
  writers.set(endpoint, write)
  return write
}

function answerSchema(endpoint: Endpoint): z.core.JSONSchema.BaseSchema {
  const envelope = z.object({ code: z.int(), msg: z.string(), data: endpoint.data })
  const { $schema: _, ...schema } = z.toJSONSchema(envelope, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // With it, an extra key inside a union would be an error instead of being dropped.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      markNullable(jsonSchema)
      openTuple(jsonSchema)
    },
  })
  return schema
}

/** `anyOf: [X, null]` makes the serialiser validate each value; `nullable` costs nothing. */
function markNullable(schema: z.core.JSONSchema.BaseSchema): void {
  const [inner, none, ...more] = schema.anyOf ?? []
  if (!isSchema(inner) || !isSchema(none) || none.type !== 'null') return
  if (more.length > 0 || !inner.type || inner.$ref) return
  delete schema.anyOf
  Object.assign(schema, inner, { nullable: true })
}

/** The serialiser writes no tuple with a union in it: each place may be any of the tuple's members. */
function openTuple(schema: z.core.JSONSchema.BaseSchema): void {
  const { items } = schema
  if (!Array.isArray(items)) return
  schema.items = { anyOf: items.filter(isSchema) }
  delete schema.additionalItems
}

const isSchema = (part: unknown): part is z.core.JSONSchema.BaseSchema =>
  typeof part === 'object' && part !== null
