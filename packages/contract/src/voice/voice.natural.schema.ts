import * as z from 'zod/mini'
import { nouns } from '../facts/nouns.ts'
import { field, says } from '../kernel/field.ts'
import { idOf, line } from '../kernel/text.ts'
import { words } from '../kernel/words.ts'
import { gender, Licence } from './voice.schema.ts'

/* A natural voice: a model that speaks without a cloud, and that whoever runs this installation brings. */

/** Each port has the model in memory once more. */
export const MAX_NATURAL_PORTS = 4

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

/** What is known of models that people ask for, by the beginning of their files' names. */
interface KnownModel {
  file: RegExp
  archive: string
  name: string
  licence: string
  sounds: { zh: string; en: string }
}

/** Names as in the engine's own release `tts-models`. */
export const KNOWN_MODELS: readonly KnownModel[] = [
  {
    file: /^vits-melo-tts-zh_en/,
    archive: 'vits-melo-tts-zh_en.tar.bz2',
    name: '自然',
    licence: 'MIT',
    sounds: words('中文夹英文，一位女声，44.1 kHz', 'Chinese with English, one woman, 44.1 kHz'),
  },
  {
    file: /^vits-piper-zh_CN-(xiao_ya|chaowen)/,
    archive: 'vits-piper-zh_CN-xiao_ya-medium.tar.bz2',
    name: '轻快',
    licence: '',
    sounds: words('只读中文，22 kHz，占用最小', 'Chinese only, 22 kHz, the lightest'),
  },
  {
    file: /^kokoro-multi-lang/,
    archive: 'kokoro-multi-lang-v1_1.tar.bz2',
    name: '多人',
    licence: 'Apache-2.0',
    sounds: words('约一百位中文音色，占用较大', 'About a hundred Chinese voices, heavy'),
  },
]
