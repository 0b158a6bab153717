import 'virtual:tokens.css'
import './app/base.css'
import { createRoot } from 'react-dom/client'
import { keepAddress } from './app/address.ts'
import { Root } from './app/root.tsx'

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root')

keepAddress()
createRoot(root).render(<Root />)
