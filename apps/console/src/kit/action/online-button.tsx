import { Button, type ButtonProps } from 'antd'
import { useSpeak } from '#client/language.ts'
import { RefusedButton } from './refused-button.tsx'
import { useOffline } from './use-can-act.ts'

/** The button of a dialog or form that needs the server: while that cannot be reached it is refused and says why. */
export function OnlineButton(face: ButtonProps) {
  const offline = useOffline()
  const speak = useSpeak()
  if (!offline) return <Button {...face} />
  const { type, danger, size, children } = face
  const look = { type, size, ...(danger && { danger }) }
  return (
    <RefusedButton {...look} reason={speak(offline)}>
      {children}
    </RefusedButton>
  )
}
