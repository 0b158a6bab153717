import { href } from 'virtual:antd-sheet'

/** Resolves when antd's style sheet and those added by the boot script are loaded. */
export async function styleSheets(): Promise<void> {
  if (href && !document.querySelector(`link[href="${href}"]`)) addGround()
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
  await Promise.all([...links].map(arrival))
}

/** antd's style sheet is first, so that all others override it. */
function addGround(): void {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  document.head.prepend(link)
}

async function arrival(link: HTMLLinkElement): Promise<void> {
  if (link.sheet) return
  await new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve(), { once: true })
    link.addEventListener('error', () => {
      // Removed, so that a retry loads it again.
      link.remove()
      reject(new Error(`${link.href} was not loaded`))
    })
  })
}
