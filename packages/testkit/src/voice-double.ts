import { FLOAT, INT64, model, node, tensor, to, value } from './onnx.ts'

/** Files of a model's folder. */
export type ModelFiles = Readonly<Record<string, Buffer | string>>

/** Each token is heard as a tone of its own, the first as silence; speakers and tones of the language shift it. */
function tones({ ids, rate, samples, shift }: Tones) {
  const step = (2 * Math.PI * 12) / rate
  const constants = [
    tensor('step', [], FLOAT, [step]),
    tensor('base', [], FLOAT, [(2 * Math.PI * 160) / rate]),
    tensor('samples', [1], FLOAT, [samples]),
    tensor('zero', [], INT64, [0]),
    tensor('one', [], INT64, [1]),
    tensor('silence', [], FLOAT, [0]),
    tensor('loudness', [], FLOAT, [0.3]),
    tensor('last_axis', [1], INT64, [2]),
    tensor('flat', [3], INT64, [1, 1, -1]),
    tensor('scalar', [0], INT64, []),
  ]
  const nodes = [
    node('Cast', [shift], ['shift_float'], to(FLOAT)),
    node('Mul', ['shift_float', 'step'], ['shifted']),
    node('Cast', [ids], ['ids_float'], to(FLOAT)),
    node('Mul', ['ids_float', 'step'], ['own']),
    node('Add', ['own', 'base'], ['based']),
    node('Add', ['based', 'shifted'], ['pitch']),
    node('Unsqueeze', ['pitch', 'last_axis'], ['angle']),
    node('Mul', ['samples', 'length_scale'], ['count_float']),
    node('Cast', ['count_float'], ['count_list'], to(INT64)),
    node('Reshape', ['count_list', 'scalar'], ['count']),
    node('Range', ['zero', 'count', 'one'], ['times']),
    node('Cast', ['times'], ['times_float'], to(FLOAT)),
    node('Mul', ['angle', 'times_float'], ['phase']),
    node('Sin', ['phase'], ['wave']),
    node('Greater', ['ids_float', 'silence'], ['sounds']),
    node('Cast', ['sounds'], ['sounds_float'], to(FLOAT)),
    node('Unsqueeze', ['sounds_float', 'last_axis'], ['gate']),
    node('Mul', ['wave', 'gate'], ['gated']),
    node('Mul', ['gated', 'loudness'], ['loud']),
    node('Reshape', ['loud', 'flat'], ['y']),
  ]
  return { nodes, constants }
}

interface Tones {
  /** The input that has the tokens. */
  ids: string
  /** The one by which all of them are heard higher. */
  shift: string
  rate: number
  /** Of one token, at the speed that it is made for. */
  samples: number
}

const scalar = (name: string) => value(name, FLOAT, [1])
const outputs = [value('y', FLOAT, [1, 1, 'T'])]
const inputs = [value('x', INT64, [1, 'L']), value('x_lengths', INT64, [1])]
const noise = [scalar('noise_scale'), scalar('length_scale'), scalar('noise_scale_w')]
const linesOf = (lines: readonly string[]) => `${lines.join('\n')}\n`
const numbered = (tokens: readonly string[]) => linesOf(tokens.map((token, at) => `${token} ${at}`))

/** Said by the doubles; the syllables are not those of the language. */
const SAID = '你好世界一二三欢迎来到直播间谢大家山茶同学的个棒糖红队加十点力气早上晚安'

const MELO_PHONES = ['_', 'n', 'i', 'h', 'ao', 'sh', 'ir', 'j', 'ie', 'y', 'er', 's', 'an', 'ou']
const MARKS = [',', '.', '!', '?', '…', "'", '-']

/** Built as `vits-melo-tts-zh_en` is, without weights: it is loaded and spoken by the same code. */
export function meloDouble(): ModelFiles {
  const rate = 44_100
  const graph = tones({ ids: 'x', shift: 'tones', rate, samples: 2_205 })
  const lexicon = Array.from(SAID, (letter, at) => {
    const [a, b] = [MELO_PHONES[1 + (at % 6)], MELO_PHONES[7 + (at % 7)]]
    return `${letter} ${a} ${b} ${1 + (at % 4)} ${1 + (at % 4)}`
  })
  return {
    'model.onnx': model({
      ...graph,
      inputs: [...inputs, value('tones', INT64, [1, 'L']), value('sid', INT64, [1]), ...noise],
      outputs,
      about: {
        model_type: 'melo-vits',
        comment: 'melo',
        version: 2,
        language: 'Chinese + English',
        add_blank: 1,
        n_speakers: 1,
        jieba: 1,
        sample_rate: rate,
        speaker_id: 1,
        lang_id: 3,
        tone_start: 0,
      },
    }),
    'tokens.txt': numbered([...MELO_PHONES, ...MARKS]),
    'lexicon.txt': linesOf(lexicon),
    LICENSE: 'MIT License\n\nCopyright (c) a test double\n',
  }
}

/** Built as `vits-icefall-zh-aishell3` is: a plain lexicon, and speakers that differ in pitch. */
export function speakersDouble(): ModelFiles {
  const rate = 8_000
  const graph = tones({ ids: 'x', shift: 'sid', rate, samples: 800 })
  return {
    'model.onnx': model({
      ...graph,
      inputs: [...inputs, ...noise, value('sid', INT64, [1])],
      outputs,
      about: {
        model_type: 'vits',
        comment: 'aishell3',
        language: 'Chinese',
        add_blank: 1,
        n_speakers: 4,
        sample_rate: rate,
        punctuation: ', . ! ? ; : ， 。 ！ ？ ； ：',
      },
    }),
    'tokens.txt': numbered(['sil', 'eos', 'sp', '#0', 'n', 'i3', 'h', 'ao3']),
    'lexicon.txt': linesOf(
      Array.from(SAID, (letter, at) => `${letter} ${at % 2 ? 'n i3' : 'h ao3'} #0`),
    ),
  }
}
