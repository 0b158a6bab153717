import type { StageAsset } from '@kaibo/contract/stage/scene.schema.ts'

const part = (name: string) => `pictures/xiaokai/${name}.svg`

/** Our actor of pictures: stands in where another cannot be drawn. */
export const xiaokai: Extract<StageAsset, { kind: 'picture' }> = {
  kind: 'picture',
  body: part('body'),
  eyes: { open: part('eyes-open'), shut: part('eyes-shut') },
  mouths: {
    shut: part('mouth-shut'),
    aa: part('mouth-aa'),
    ih: part('mouth-ih'),
    ou: part('mouth-ou'),
    ee: part('mouth-ee'),
    oh: part('mouth-oh'),
  },
}
