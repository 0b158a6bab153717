/** How a figure looks beside its shape. Each colour runs from its first to its second; the third is the same in shadow. */
export interface Look {
  /** Of its file and of its asset. */
  file: string
  name: string
  hair: 'tails' | 'ponytail'
  clothes: 'hoodie' | 'cardigan'
  colours: Readonly<Record<string, readonly [light: string, dark: string, shade: string]>>
}

const FACE = {
  skin: ['#ffeadf', '#ffe0d2', '#f6b9a8'],
  white: ['#ffffff', '#ffffff', '#ffffff'],
  blush: ['#ffc4bb', '#ffc9c0', '#ffc4bb'],
  nose: ['#f3a898', '#f3a898', '#f3a898'],
  mouth: ['#a3363f', '#c2474f', '#a3363f'],
  tongue: ['#ff9a96', '#ff8d8a', '#ff9a96'],
  red: ['#ff5a5f', '#e03131', '#a81f26'],
  grey: ['#eef1f8', '#cfd6e6', '#9aa5c2'],
} as const

export const XIAOBO: Look = {
  file: 'xiaobo',
  name: '小播',
  hair: 'tails',
  clothes: 'hoodie',
  colours: {
    ...FACE,
    hair: ['#3a4fb8', '#8da2ff', '#26338a'],
    shine: ['#7f96ff', '#b9c6ff', '#4a5fc8'],
    cloth: ['#ffffff', '#f3f5fb', '#c3cbe6'],
    trim: ['#4a68e8', '#3b5bdb', '#2b3f9e'],
    skirt: ['#39406a', '#2c3157', '#1d2142'],
    hem: ['#7f96ff', '#b9c6ff', '#4a5fc8'],
    sock: ['#3d4474', '#343a66', '#23284c'],
    cuff: ['#ffffff', '#f3f5fb', '#c3cbe6'],
    shoe: ['#ffffff', '#eef1fa', '#c3cbe6'],
    sole: ['#4a68e8', '#3b5bdb', '#2b3f9e'],
    shirt: ['#ffffff', '#f3f5fb', '#c3cbe6'],
    iris: ['#1d2a78', '#6fb4ff', '#1d2a78'],
    pupil: ['#131a4d', '#1b2566', '#131a4d'],
    lash: ['#232a5c', '#2e376f', '#232a5c'],
  },
}

export const XIAOYIN: Look = {
  file: 'xiaoyin',
  name: '小音',
  hair: 'ponytail',
  clothes: 'cardigan',
  colours: {
    ...FACE,
    hair: ['#6b3a2c', '#c4805c', '#4a251d'],
    shine: ['#dba277', '#f0c49c', '#96603f'],
    cloth: ['#ff9e80', '#f58569', '#c95f4d'],
    trim: ['#fff6e8', '#ffe9cc', '#e2bfa0'],
    skirt: ['#f7ead3', '#ecd9b8', '#cdb38b'],
    hem: ['#d98a63', '#c97850', '#a35c3c'],
    sock: ['#5a4038', '#4c352e', '#38261f'],
    cuff: ['#5a4038', '#4c352e', '#38261f'],
    shoe: ['#8a5a3c', '#75492f', '#54331f'],
    sole: ['#3f2a20', '#33211a', '#241712'],
    shirt: ['#ffffff', '#f6f2ec', '#d9cfc4'],
    iris: ['#0f5f5a', '#5fe0c3', '#0f5f5a'],
    pupil: ['#083733', '#0d4a45', '#083733'],
    lash: ['#4a2a22', '#5a352b', '#4a2a22'],
  },
}

export const LOOKS = [XIAOBO, XIAOYIN]
