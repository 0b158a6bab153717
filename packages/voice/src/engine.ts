import { words } from '@kaibo/contract/kernel/words.ts'

/** What natural voices speak with, as npm installs it beside the program that speaks. */
export const ENGINE = 'sherpa-onnx-node@1.13.8'

export const ENGINE_LINE = `npm install --prefix kaibo-speaker ${ENGINE}`

/** For whoever looks after a PC. npm does not look at files of what it has installed: half of it may be gone. */
export const NO_ENGINE = words(
  `没有装好自然语音引擎，请在客户端所在的文件夹运行：${ENGINE_LINE}（运行过仍提示时，先删除kaibo-speaker/node_modules）`,
  `The engine of natural voices is not installed; run in the agent’s folder: ${ENGINE_LINE} (if that was done, delete kaibo-speaker/node_modules first)`,
)
