import { words } from '@kaibo/contract/kernel/words.ts'

/** What natural voices speak with, as npm installs it beside the program that speaks. */
export const ENGINE = 'sherpa-onnx-node@1.13.8'

export const ENGINE_LINE = `npm install --prefix kaibo-speaker ${ENGINE}`

/** For whoever looks after a PC. */
export const NO_ENGINE = words(
  `没有装好自然语音引擎，请在客户端所在的文件夹运行：${ENGINE_LINE}`,
  `The engine of natural voices is not installed; run in the agent’s folder: ${ENGINE_LINE}`,
)
