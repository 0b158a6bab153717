import { bzip2Of } from './bzip2.ts'
import { tarOf, type TarEntry } from './tar.ts'
import { meloDouble, type ModelFiles } from './voice-double.ts'

const FOLDER = 'vits-double'

/** A model as its makers publish it: all in one folder, in a tar.bz2. */
export const modelArchive = (
  files: ModelFiles = meloDouble(),
  more: Iterable<TarEntry> = [],
): Buffer =>
  bzip2Of(
    tarOf([
      { name: `${FOLDER}/`, type: '5' },
      ...Object.entries(files).map(([name, bytes]) => ({ name: `${FOLDER}/${name}`, bytes })),
      ...more,
    ]),
  )
