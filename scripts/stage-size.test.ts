import { brotliCompressSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { scriptOf } from './bundle.mjs'

/* What a browser that opens a stage fetches. */

const AIM_KB = { page: 60, avatar: 160 }
let page: string
let avatar: string
beforeAll(async () => {
  page = await scriptOf('apps/stage/src/page/main.ts')
  avatar = await scriptOf('apps/stage/src/avatar/main.module.ts')
}, 60_000)

const kB = (script: string) => brotliCompressSync(script).length / 1_000

test('the page is small, and knows of avatars only where they are fetched', () => {
  expect(kB(page)).toBeLessThan(AIM_KB.page)
  expect(page).not.toContain('WebGLRenderer')
  expect(page).toContain('avatar.js')
})

test('what draws avatars is one script, which is loaded as a module', () => {
  expect(kB(avatar)).toBeLessThan(AIM_KB.avatar)
  expect(avatar).toContain('WebGLRenderer')
  expect(avatar).toMatch(/export\{\w+ as openAvatar\}/)
})
