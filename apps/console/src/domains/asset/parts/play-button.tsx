import { useEffect, useRef, useState } from 'react'
import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { words } from '@kaibo/contract/kernel/words.ts'
import { useSpeak } from '#client/language.ts'

const SECOND = 1_000
const MINUTE_S = 60

/** Plays a sound, and stops it. */
export function PlayButton({ url, name, ms }: { url: string; name: string; ms: number | null }) {
  const speak = useSpeak()
  const [isPlaying, setPlaying] = useState(false)
  const playing = useRef<HTMLAudioElement>(null)
  useEffect(() => () => playing.current?.pause(), [])
  const label = isPlaying
    ? words(`停止「${name}」`, `Stop “${name}”`)
    : words(`播放「${name}」`, `Play “${name}”`)
  const toggle = () => {
    if (isPlaying) return playing.current?.pause()
    const sound = new Audio(url)
    playing.current = sound
    sound.addEventListener('pause', () => setPlaying(false))
    sound.addEventListener('ended', () => setPlaying(false))
    setPlaying(true)
    sound.play().catch(() => setPlaying(false))
  }
  return (
    <Button
      size="small"
      type="text"
      aria-label={speak(label)}
      icon={isPlaying ? <PauseOutlined aria-hidden /> : <CaretRightOutlined aria-hidden />}
      onClick={toggle}
    >
      {ms === null ? null : lengthText(ms)}
    </Button>
  )
}

const lengthText = (ms: number): string => {
  const seconds = Math.round(ms / SECOND)
  return `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, '0')}`
}
