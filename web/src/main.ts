import { mount } from 'svelte'
import App from './App.svelte'
import './app.css'
import './state/rules.svelte.ts' // the rules load while the first page does
import { registerOffline } from './state/offline.svelte.ts'

const target = document.getElementById('app')
if (!target) throw new Error('index.html has no #app')
mount(App, { target })
registerOffline()
