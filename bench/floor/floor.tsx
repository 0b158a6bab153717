import { Table } from 'antd'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'

const ROWS = Array.from({ length: 20 }, (_, n) => ({
  key: n,
  name: `人员${n}`,
  login: `person${n}`,
}))
const COLUMNS = ['name', 'login'].map((name) => ({ key: name, dataIndex: name, title: name }))

/** The least that a console with antd and a router can be: what ours is measured against. */
const router = createBrowserRouter([
  { path: '*', element: <Table columns={COLUMNS} dataSource={ROWS} /> },
])
const root = document.querySelector('#root')
if (root) createRoot(root).render(<RouterProvider router={router} />)
