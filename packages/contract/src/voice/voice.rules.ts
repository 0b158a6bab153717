import { words, type Words } from '../kernel/words.ts'

/** Each port of a natural voice has its model in memory once more. */
export const MAX_NATURAL_PORTS = 4

/** What is known of models that people ask for, by the beginning of their files' names. */
interface KnownModel {
  file: RegExp
  archive: string
  name: string
  licence: string
  sounds: Words
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
