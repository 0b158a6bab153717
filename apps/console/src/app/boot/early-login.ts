/** The login form is in the page before its script: whoever sends it by then is not sent anywhere, but waits. */
interface Held {
  sent: boolean
  stop: () => void
}
const page = globalThis as { kaiboEarlyLogin?: Held }

/** Called by the boot script. */
export function holdLogin(): void {
  const hold = (event: Event) => {
    event.preventDefault()
    if (page.kaiboEarlyLogin) page.kaiboEarlyLogin.sent = true
  }
  document.addEventListener('submit', hold)
  page.kaiboEarlyLogin = { sent: false, stop: () => document.removeEventListener('submit', hold) }
}

/** From now on the form's own script is there; what was sent before is sent now. */
export function releaseLogin(): void {
  const held = page.kaiboEarlyLogin
  delete page.kaiboEarlyLogin
  held?.stop()
  if (held?.sent) document.querySelector<HTMLFormElement>('#root form')?.requestSubmit()
}
