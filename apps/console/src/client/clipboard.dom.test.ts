import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from './clipboard.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'execCommand')
  document.body.replaceChildren()
})

const refuse = async () => Promise.reject(new Error('NotAllowedError'))

/** happy-dom has none of its own: it copies what is selected, as a browser does. */
function browserCopies(copied: string[], isAllowed = true) {
  const execCommand = () => {
    if (document.activeElement instanceof HTMLTextAreaElement)
      copied.push(document.activeElement.value)
    return isAllowed
  }
  Object.defineProperty(document, 'execCommand', { value: execCommand, configurable: true })
}

test('over HTTPS the clipboard API is used', async () => {
  const copied: string[] = []
  const clipboard = { writeText: async (text: string) => void copied.push(text) }
  vi.stubGlobal('navigator', { clipboard })
  expect(await copyText('K7M2')).toBe(true)
  expect(copied).toEqual(['K7M2'])
})

test('without HTTPS, or if the clipboard API refuses, the text is copied by selection', async () => {
  const copied: string[] = []
  browserCopies(copied)
  vi.stubGlobal('navigator', {})
  expect(await copyText('K7M2')).toBe(true)
  vi.stubGlobal('navigator', { clipboard: { writeText: refuse } })
  expect(await copyText('line 1\nline 2')).toBe(true)
  expect(copied).toEqual(['K7M2', 'line 1\nline 2'])
})

test('inside a dialog it works too, keeps the focus and leaves no element behind', async () => {
  document.body.innerHTML = '<div role="dialog"><button>copy</button></div>'
  const button = document.querySelector('button')
  button?.focus()
  let place: Element | null | undefined
  const execCommand = () => {
    place = document.querySelector('textarea:focus')?.parentElement
    return true
  }
  Object.defineProperty(document, 'execCommand', { value: execCommand, configurable: true })
  vi.stubGlobal('navigator', {})
  await copyText('K7M2')
  expect(place?.getAttribute('role')).toBe('dialog')
  expect(document.activeElement).toBe(button)
  expect(document.querySelector('textarea')).toBeNull()
})

test('it resolves to false if nothing works', async () => {
  vi.stubGlobal('navigator', {})
  browserCopies([], false)
  expect(await copyText('K7M2')).toBe(false)
  Reflect.deleteProperty(document, 'execCommand')
  expect(await copyText('K7M2')).toBe(false)
})
