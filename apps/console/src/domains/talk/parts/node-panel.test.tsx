import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { RootNode, SonNode } from '@kaibo/contract/talk/talk.schema.ts'
import { NodePanel } from './node-panel.tsx'
import '../talk.i18n.ts'

afterEach(cleanup)

const rule: SonNode = {
  id: 'thanks',
  type: 'son',
  name: '感谢',
  enabled: 1,
  triggers: [{ event: 'gift.receive' }],
  when: {
    id: 'all',
    all: [
      {
        id: 'c1',
        type: 1,
        subject: { origin: 'variable', key: 'ev.gift.value' },
        op: '>=',
        rhs: { origin: 'input', value: 1_000 },
      },
    ],
  },
  actions: [{ kind: 'say', templates: [{ text: '感谢送的礼物', weight: 1 }], no_repeat: 0 }],
}
const root: RootNode = {
  id: 'root',
  type: 'root',
  name: '集',
  enabled: 1,
  triggers: [{ event: 'gift.receive' }],
  hit: 'all',
  children: [rule],
}

/** The rule as it is after what was done to it. */
function opened(): () => RootNode['children'][number] | undefined {
  let now = root
  function Held() {
    const [draft, setDraft] = useState(root)
    now = draft
    return <NodePanel root={draft} selected="thanks" onChange={setDraft} />
  }
  render(<Held />)
  return () => now.children[0]
}

test('a variable is put where somebody is writing', () => {
  const written = opened()
  const line = screen.getByLabelText<HTMLTextAreaElement>('第1句')
  fireEvent.change(line, {
    target: { value: '感谢送的好礼物', selectionStart: 2, selectionEnd: 2 },
  })
  fireEvent.click(screen.getByRole('button', { name: '插入 观众昵称' }))
  fireEvent.click(screen.getByRole('button', { name: '插入 礼物数量' }))
  expect(written()).toMatchObject({
    actions: [{ templates: [{ text: '感谢{{ev.user.name}}{{ev.gift.count}}送的好礼物' }] }],
  })
})

test('an emptied amount is not 0, and full-width digits are digits', () => {
  const written = opened()
  const amount = screen.getByLabelText('比较的值')
  fireEvent.change(amount, { target: { value: '' } })
  expect(written()).toMatchObject({ when: { all: [{ rhs: { value: 1_000 } }] } })
  fireEvent.change(amount, { target: { value: '２０.5元' } })
  expect(written()).toMatchObject({ when: { all: [{ rhs: { value: 2_050 } }] } })
  fireEvent.change(screen.getByLabelText('多久只说一次'), { target: { value: '３０秒' } })
  expect(written()).toMatchObject({ policy: { cooldown: { ms: 30_000 } } })
})
