import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'
import * as z from 'zod/mini'
import { domain, post } from '../kernel/endpoint.ts'
import { field, secret } from '../kernel/field.ts'

/** A PC enrols once: a one-time code from the console and the public half of the Ed25519 key it just made. */
export const agentApi = domain('agent', {
  enrol: post('/agent/v1/enrol', {
    input: z.object({
      code: secret(
        words('登记码', 'Enrolment code'),
        z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
      ),
      /** SPKI, DER, base64. */
      public_key: field(
        words('公钥', 'Public key'),
        z.string().check(z.minLength(40), z.maxLength(200)),
      ),
      version: field(nouns.version, z.string().check(z.maxLength(32))),
    }),
    data: z.object({
      pc_id: z.string(),
      name: field(nouns.pcName, z.string()),
      server_time: z.int(),
    }),
    can: 'public',
    audit: words('PC登记', 'Enrolled a PC'),
  }),
})
