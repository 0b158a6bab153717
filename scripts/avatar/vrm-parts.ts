/* What a VRM file says of itself beside its shape. */

export const meta = (name: string) => ({
  name,
  version: '1',
  authors: ['Kaibo'],
  copyrightInformation: 'Kaibo',
  licenseUrl: 'https://vrm.dev/licenses/1.0/',
  avatarPermission: 'everyone',
  commercialUsage: 'corporation',
  creditNotation: 'unnecessary',
  allowRedistribution: true,
  modification: 'allowModificationRedistribution',
  allowExcessivelyViolentUsage: false,
  allowExcessivelySexualUsage: false,
  allowPoliticalOrReligiousUsage: false,
  allowAntisocialOrHateUsage: false,
})

const mtoon = (extra: object) => ({
  specVersion: '1.0',
  shadeColorFactor: [1, 1, 1],
  shadeMultiplyTexture: { index: 1 },
  shadingToonyFactor: 0.92,
  shadingShiftFactor: -0.12,
  giEqualizationFactor: 0.9,
  parametricRimColorFactor: [0, 0, 0],
  ...extra,
})
const surface = (name: string, extra: object) => ({
  name,
  doubleSided: true,
  pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicFactor: 0, roughnessFactor: 1 },
  extensions: { VRMC_materials_mtoon: mtoon(extra) },
})

/** VRM's toon shader leaves colours of points out: all colours are in a picture, so that two materials do. */
export const materials = [
  surface('toon', {
    outlineWidthMode: 'worldCoordinates',
    outlineWidthFactor: 0.0022,
    outlineColorFactor: [0.035, 0.03, 0.09],
    outlineLightingMixFactor: 0,
  }),
  surface('drawn', { shadeMultiplyTexture: { index: 0 } }),
]

const map = (outputScale: number) => ({ inputMaxValue: 30, outputScale })

export const lookAt = {
  type: 'expression',
  offsetFromHeadBone: [0, 0.155, 0.1],
  rangeMapHorizontalInner: map(1),
  rangeMapHorizontalOuter: map(1),
  rangeMapVerticalDown: map(1),
  rangeMapVerticalUp: map(1),
}

export const springs = (tails: string[][], index: (name: string) => number) => ({
  specVersion: '1.0',
  colliders: [
    { node: index('head'), shape: { sphere: { offset: [0, 0.18, 0], radius: 0.185 } } },
    {
      node: index('chest'),
      shape: { capsule: { offset: [0, 0.06, 0], tail: [0, -0.12, 0], radius: 0.11 } },
    },
  ],
  colliderGroups: [{ colliders: [0, 1] }],
  springs: tails.map((names) => ({
    name: names[0],
    colliderGroups: [0],
    joints: names.map((name) => ({
      node: index(name),
      hitRadius: 0.035,
      stiffness: 0.9,
      gravityPower: 0.12,
      gravityDir: [0, -1, 0],
      dragForce: 0.35,
    })),
  })),
})
