import type { Readable } from 'node:stream'
import { DEFAULT_MUSIC_PATH, IMPORT_COLUMNS } from '@kaibo/contract/asset/asset.rules.ts'
import { xlsx } from '#platform/file/xlsx.ts'

interface Line {
  name: string
  filename: string
  tags: string
}

/** A line that says how the others are filled in. */
const EXAMPLE: Line = {
  name: '开场音乐',
  filename: `${DEFAULT_MUSIC_PATH}\\开场.mp3`,
  tags: '开场、轻快',
}

const column = (key: keyof Line, width: number) => ({
  title: IMPORT_COLUMNS[key].zh,
  width,
  kind: 'text' as const,
  value: (line: Line) => line[key],
})

async function* lines(): AsyncGenerator<readonly Line[]> {
  yield [EXAMPLE]
}

/** The sheet by which music is imported. */
export const musicTemplate = (): Readable =>
  xlsx('music', [column('name', 24), column('filename', 40), column('tags', 24)], lines())
