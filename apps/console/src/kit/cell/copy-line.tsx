import { useState } from 'react'
import { Button } from 'antd'
import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import './cell.css'

interface CopyLineProps {
  label: string
  text: string
  copy: string
  copied: string
}

/** A command or a key that is meant to be taken elsewhere, whole. */
export function CopyLine({ label, text, copy, copied }: CopyLineProps) {
  const [done, setDone] = useState(false)
  const take = async () => {
    await navigator.clipboard.writeText(text)
    setDone(true)
  }
  return (
    <div className="copy-line">
      <span>{label}</span>
      <code>{text}</code>
      <Button
        size="small"
        icon={done ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
        aria-label={`${copy} ${label}`}
        onClick={() => void take()}
      >
        {done ? copied : copy}
      </Button>
    </div>
  )
}
