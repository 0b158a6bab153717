import * as z from 'zod/mini'
import { nouns } from '../facts/nouns.ts'
import { field, says } from '../kernel/field.ts'
import { idOf, line } from '../kernel/text.ts'
import { words } from '../kernel/words.ts'
import { MAX_NATURAL_PORTS } from './voice.rules.ts'
import { gender, Licence } from './voice.schema.ts'

/* A natural voice: a model that speaks without a cloud, and that whoever runs this installation brings. */

export const NaturalDraft = z.object({
  /** What its model, its server and its first voice are called. */
  name: line(nouns.name, 30),
  upload_id: idOf(words('模型文件', 'Model file')),
  ports: z._default(
    field(words('端口数', 'Ports'), z.int().check(z.gte(1), z.lte(MAX_NATURAL_PORTS))),
    1,
  ),
  gender: z._default(gender, 'neutral'),
  licence: Licence,
  /** Whoever adds it has read the licence. */
  confirmed: field(
    words('授权确认', 'Licence confirmed'),
    z
      .boolean()
      .check(
        z.refine(
          (confirmed) => confirmed,
          says(
            '请阅读模型的授权并确认可以在直播中使用',
            'Read the licence of the model and confirm that it allows live streams',
          ),
        ),
      ),
  ),
})
export type NaturalDraft = z.infer<typeof NaturalDraft>
