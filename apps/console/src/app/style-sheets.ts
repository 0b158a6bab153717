import { href } from 'virtual:antd-sheet'

/** Settles when antd's style sheet is there, and all that the boot script has asked for. */
export async function styleSheets(): Promise<void> {
  if (href && !document.querySelector(`link[href="${href}"]`)) addGround()
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
  await Promise.all([...links].map(arrival))
}

/** antd's comes before all others, which are written to stand over it. */
function addGround(): void {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  document.head.prepend(link)
}

async function arrival(link: HTMLLinkElement): Promise<void> {
  if (link.sheet) return
  await new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve(), { once: true })
    link.addEventListener('error', () => {
      // Whoever tries again asks for it again.
      link.remove()
      reject(new Error(`${link.href} was not loaded`))
    })
  })
}
