// Sounds of wood on wood, made on the spot: nothing is loaded, and nothing sounds unless sounds are switched on.
import { settings } from '../state/settings.svelte.ts'

export type Sound = 'move' | 'take' | 'end'

let context: AudioContext | null = null

// A knock: a short burst of filtered noise with a falling tone under it.
function knock(audio: AudioContext, at: number, pitch: number, loud: number): void {
  const length = 0.09
  const noise = audio.createBufferSource()
  noise.buffer = noiseOf(audio, length)
  const filter = audio.createBiquadFilter()
  filter.type = 'bandpass'
  filter.frequency.value = pitch * 4
  filter.Q.value = 1.2
  noise.connect(filter).connect(fading(audio, at, loud * 0.5, length)).connect(audio.destination)
  noise.start(at)
  tone(audio, at, pitch, loud, length)
}

function tone(audio: AudioContext, at: number, pitch: number, loud: number, length: number): void {
  const oscillator = audio.createOscillator()
  oscillator.type = 'triangle'
  oscillator.frequency.setValueAtTime(pitch, at)
  oscillator.frequency.exponentialRampToValueAtTime(pitch * 0.7, at + length)
  oscillator.connect(fading(audio, at, loud, length)).connect(audio.destination)
  oscillator.start(at)
  oscillator.stop(at + length)
}

function fading(audio: AudioContext, at: number, loud: number, length: number): GainNode {
  const gain = audio.createGain()
  gain.gain.setValueAtTime(loud, at)
  gain.gain.exponentialRampToValueAtTime(0.001, at + length)
  return gain
}

function noiseOf(audio: AudioContext, seconds: number): AudioBuffer {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1
  return buffer
}

export function sound(kind: Sound): void {
  if (!settings.sound) return
  context ??= new AudioContext()
  void context.resume()
  const now = context.currentTime + 0.01
  if (kind === 'move') knock(context, now, 210, 0.35)
  if (kind === 'take') {
    knock(context, now, 260, 0.3)
    knock(context, now + 0.09, 170, 0.35)
  }
  if (kind === 'end') for (const [step, pitch] of [392, 494, 587].entries()) tone(context, now + step * 0.13, pitch, 0.22, 0.7)
}
