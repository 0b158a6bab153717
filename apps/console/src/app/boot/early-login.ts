/** The login form is in the document before its script: a submit before the script runs is held until then. */
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

/** Called when the form's script runs: submits what was held. */
export function releaseLogin(): void {
  const held = page.kaiboEarlyLogin
  delete page.kaiboEarlyLogin
  held?.stop()
  if (held?.sent) document.querySelector<HTMLFormElement>('#root form')?.requestSubmit()
}
