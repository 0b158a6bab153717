import 'virtual:tokens.css'
import './app/base.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { keepAddress } from './app/address.ts'
import { loadConsole, Root } from './app/root.tsx'
import { currentLanguage } from './client/language.ts'
import { currentSession } from './client/session.ts'

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root')

keepAddress()
void begin(root)

async function begin(place: Element): Promise<void> {
  const language = currentLanguage()
  const isKnown = currentSession().token !== null
  if (isKnown) await loadConsole().catch(() => undefined)
  // The boot script has hidden the login form for somebody who may have logged out in another tab by now.
  delete document.documentElement.dataset['known']
  // The built page holds the login form in Chinese: what is typed into it stays.
  if (place.hasChildNodes() && language === 'zh' && currentSession().token === null) {
    hydrateRoot(place, <Root />)
  } else {
    place.replaceChildren()
    createRoot(place).render(<Root />)
  }
}
