import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serve } from '#client/server.fixture.ts'
import { NetState } from './net-state.tsx'
import './shell.i18n.ts'

const page = (entry: string) => `<html><script src="/assets/${entry}.js"></script></html>`
let served = page('index-now')
let asked = 0

serve(({ path }, response) => {
  if (path === '/') asked++
  response.writeHead(200, { 'content-type': 'text/html' }).end(served)
})

beforeEach(() => {
  asked = 0
  document.head.innerHTML = '<script type="text/plain" src="/assets/index-now.js"></script>'
})
afterEach(() => {
  cleanup()
  document.head.replaceChildren()
})

const comeBack = async () => {
  const before = asked
  await act(async () => {
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(() => asked).toBe(before + 1)
}

test('a newer version is announced to who comes back to the tab; it waits to be asked for', async () => {
  render(<NetState />)
  await comeBack()
  expect(screen.queryByText(/控制台有新版本/)).toBeNull()
  served = page('index-new')
  await comeBack()
  expect(await screen.findByText('控制台有新版本，刷新后使用。')).toBeTruthy()
  expect(screen.getByRole('button', { name: /刷 ?新/ })).toBeTruthy()
})

test('a proxy’s page of its own is not taken for a newer version', async () => {
  served = '<html><h1>502 Bad Gateway</h1></html>'
  render(<NetState />)
  await comeBack()
  expect(screen.queryByText(/控制台有新版本/)).toBeNull()
})
