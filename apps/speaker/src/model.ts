import type { OfflineTtsConfig } from 'sherpa-onnx-node'

const THREADS = 2
/** In this order: telephone numbers are found before dates, and those before numbers. */
const RULES = ['phone.fst', 'date.fst', 'number.fst', 'new_heteronym.fst']

/**
 * How a model is opened, by the names of the files in its folder. They are named without the folder, in which the program runs:
 * on Windows the engine does not find what lies below a folder with a Chinese name.
 */
export function configOf(files: readonly string[]): OfflineTtsConfig {
  const has = (name: string) => files.includes(name)
  if (!has('tokens.txt')) throw new Error('no tokens.txt')
  const lexicons = files.filter((name) => /^lexicon.*\.txt$/.test(name)).toSorted()
  const rules = RULES.filter(has)
  const around = {
    tokens: 'tokens.txt',
    ...(lexicons.length > 0 && { lexicon: lexicons.join(',') }),
    ...(has('espeak-ng-data') && { dataDir: 'espeak-ng-data' }),
  }
  return {
    model: { ...kindOf(files, around), numThreads: THREADS, provider: 'cpu' },
    ...(rules.length > 0 && { ruleFsts: rules.join(',') }),
    maxNumSentences: 1,
    silenceScale: 1,
  }
}

function kindOf(
  files: readonly string[],
  around: { tokens: string; lexicon?: string; dataDir?: string },
): Pick<OfflineTtsConfig['model'], 'vits' | 'kokoro' | 'matcha'> {
  const models = files.filter((name) => name.endsWith('.onnx')).toSorted()
  const vocoder = models.find((name) => /^(vocos|hifigan)/.test(name))
  const others = models.filter((name) => name !== vocoder)
  // Beside the model there may be one that was made smaller, and sounds worse
  const model = others.find((name) => name === 'model.onnx') ?? others[0]
  if (model === undefined) throw new Error('no model')
  if (vocoder !== undefined) return { matcha: { acousticModel: model, vocoder, ...around } }
  if (files.includes('voices.bin')) return { kokoro: { model, voices: 'voices.bin', ...around } }
  return { vits: { model, ...around } }
}
