import { expect, test } from 'vitest'
import { isSoftware } from './avatar-door.ts'

test.each([
  [
    'ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)',
    true,
  ],
  ['Mesa/X.org, llvmpipe (LLVM 15.0.7, 256 bits)', true],
  ['ANGLE (Microsoft, Microsoft Basic Render Driver Direct3D11)', true],
  ['ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 Direct3D11 vs_5_0 ps_5_0, D3D11)', false],
  ['', false],
])('%j draws without a card: %s', (gl, answer) => {
  expect(isSoftware(gl)).toBe(answer)
})
