import { HAS_VOICE } from '@kaibo/contract/agent/frames.ts'
import { screens } from '@kaibo/contract/facts/screens.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { pass, warn, type Item } from './room.preflight.item.ts'

interface VoiceFacts {
  /** A port of the server can speak by one of the room's voices. */
  isHeard: boolean
  /** Voices of single lines that cannot be had. */
  unheard: readonly { plan: string; voice: string }[]
  /** What the PC said that it can do. */
  capabilities: readonly string[]
}

/** Whether anybody will hear the room: by the server's voice, else by the PC's own. Without either it shows subtitles. */
export function checkVoice({ isHeard, unheard, capabilities }: VoiceFacts): Item {
  const [first] = unheard
  if (isHeard && first)
    return warn(
      'voice',
      words(
        `计划「${first.plan}」里的音色「${first.voice}」不可用，这些台词用房间的声音`,
        `The voice “${first.voice}” of the plan “${first.plan}” cannot be had; the room’s says its lines`,
      ),
      words(
        '在语音服务中查看音色和端口，或在计划里换一个',
        'Look at the voice and its ports under voice servers, or choose another in the plan',
      ),
      { path: screens.voice.path },
    )
  if (isHeard) return pass('voice', words('由服务器出声', 'The server speaks'))
  if (capabilities.includes(HAS_VOICE))
    return pass(
      'voice',
      words('服务器没有可用的声音，由PC出声', 'The server has no voice; the PC speaks'),
    )
  const text = words(
    '在语音服务中查看端口，或在该PC上安装语音程序',
    'Look at the ports under voice servers, or install the speaking program on that PC',
  )
  return warn(
    'voice',
    words('没有可用的声音，只出字幕', 'No voice can speak; it shows subtitles only'),
    text,
    { path: screens.voice.path },
  )
}
