// San Ta Si as real towers: metal tubes nested in each other, seen from any side. Drawn only when something changes.
import {
  ACESFilmicToneMapping, CanvasTexture, CircleGeometry, Color, CylinderGeometry, DirectionalLight, DoubleSide, HemisphereLight, Mesh, MeshBasicMaterial,
  MeshStandardMaterial, PCFShadowMap, PerspectiveCamera, Plane, PMREMGenerator, Raycaster, Scene, Sprite, SpriteMaterial,
  SRGBColorSpace, TorusGeometry, Vector2, Vector3, WebGLRenderer, type BufferGeometry, type Object3D,
} from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js'
import type { Piece, View } from '../../core/types.ts'
import type { Spot } from '../drawing.ts'
import { follow, type Known } from '../identity.ts'
import { isOver, poseOn, type Track } from '../motion.ts'
import { colours, isBuilt, sizeOf, sizes } from './plan.ts'
import { cylinder, outerRadius } from './solids.ts'

const apart = 122, stockZ = 146, rowGap = 66, stockGap = 68, small = 0.46, ceiling = 300
const blue = 0x2f7fd6, silver = 0xd5dbe2, target = 0x12a37c, dropTime = 900

export interface Inks {
  text: string // of labels
  wood: string
}

interface Solid {
  mesh: Mesh<BufferGeometry, MeshStandardMaterial>
  piece: Piece
  track: Track | null // x and height; the depth goes along
  z: { from: number; to: number }
}

export class Towers {
  readonly #renderer: WebGLRenderer
  readonly #scene = new Scene()
  readonly #camera = new PerspectiveCamera(32, 1, 10, 3000)
  readonly #controls: OrbitControls
  readonly #geometries = new Map<string, BufferGeometry>()
  readonly #solids = new Map<number, Solid>()
  readonly #bases: Mesh<CylinderGeometry, MeshStandardMaterial>[] = []
  readonly #rings: Mesh<TorusGeometry, MeshBasicMaterial>[] = []
  readonly #labels = new Map<string, Sprite>()
  readonly #onspots: (spots: Spot[], moving: boolean) => void
  readonly #inks: Inks
  #known: Known | null = null
  #cut = false
  #frame = 0
  #held: { id: number; at: Vector3 } | null = null
  #chosen: string | null = null
  #lettering = 1 // labels are larger where the canvas is small

  // Throws when the browser has no WebGL.
  constructor(canvas: HTMLCanvasElement, inks: Inks, onspots: (spots: Spot[], moving: boolean) => void) {
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true })
    this.#renderer.toneMapping = ACESFilmicToneMapping
    this.#renderer.toneMappingExposure = 0.95
    this.#renderer.shadowMap.enabled = true
    this.#renderer.shadowMap.type = PCFShadowMap
    this.#renderer.shadowMap.autoUpdate = false
    this.#inks = inks
    this.#onspots = onspots
    this.#controls = new OrbitControls(this.#camera, canvas)
    canvas.style.touchAction = 'pan-y' // up and down a finger scrolls the page
    this.#light()
    this.#build()
    this.#controls.addEventListener('change', () => this.draw(false))
    this.home()
  }

  #light(): void {
    const generator = new PMREMGenerator(this.#renderer)
    this.#scene.environment = generator.fromScene(new RoomEnvironment(), 0.04).texture
    this.#scene.environmentIntensity = 0.7
    generator.dispose()
    const sun = new DirectionalLight(0xfff4e0, 1.5)
    sun.position.set(-180, 420, 260)
    sun.castShadow = true
    sun.shadow.mapSize.set(1024, 1024)
    Object.assign(sun.shadow.camera, { left: -320, right: 320, top: 320, bottom: -320, near: 50, far: 1200 })
    this.#scene.add(sun, new HemisphereLight(0xffffff, 0x8a7a60, 0.15))
  }

  #build(): void {
    const wood = new Color(this.#inks.wood)
    const table = new Mesh(new CircleGeometry(300, 96), new MeshStandardMaterial({ color: wood, roughness: 0.9, side: DoubleSide }))
    table.rotation.x = -Math.PI / 2
    table.position.set(0, -8.2, 88)
    table.scale.y = 0.8
    table.receiveShadow = true
    this.#scene.add(table)
    for (let site = 1; site <= 3; site++) {
      const base = new Mesh(new CylinderGeometry(52, 54, 8, 64), new MeshStandardMaterial({ color: wood.clone().multiplyScalar(0.7), roughness: 0.7 }))
      base.position.set(this.#siteX(site), -4, 0)
      base.receiveShadow = true
      base.userData.place = String(site)
      const ring = new Mesh(new TorusGeometry(56, 2.6, 12, 64), new MeshBasicMaterial({ color: target }))
      ring.rotation.x = Math.PI / 2
      ring.position.set(this.#siteX(site), -1, 0)
      ring.visible = false
      this.#bases.push(base)
      this.#rings.push(ring)
      this.#scene.add(base, ring)
    }
  }

  #siteX(site: number): number {
    return (site - 2) * apart
  }

  // Where cylinders wait: a row for each colour in front of the towers.
  #stock(place: string): { x: number; z: number } {
    const column = sizes.indexOf(place[1] ?? 'A'), row = colours.indexOf(place[0] ?? 'b')
    return { x: (column - (sizes.length - 1) / 2) * stockGap, z: stockZ + row * rowGap }
  }

  // ---- Showing a view --------------------------------------------------------------------------------------------

  show(view: View, animate: boolean): void {
    const { known, relation } = follow(this.#known, view)
    const travels = animate && (relation === 'forward' || relation === 'back')
    this.#known = known
    view.pieces.forEach((piece, i) => {
      const id = known.ids[i]
      if (id !== undefined) this.#place(id, piece, travels)
    })
    this.#held = null
    this.#label(view)
    this.draw()
  }

  #geometry(piece: Piece): BufferGeometry {
    const height = piece.top - piece.base, cut = this.#cut && isBuilt(piece), key = `${piece.kind} ${height} ${cut}`
    const known = this.#geometries.get(key) ?? cylinder(sizeOf(piece), height, cut)
    this.#geometries.set(key, known)
    return known
  }

  #rest(piece: Piece): { x: number; y: number; z: number; scale: number } {
    if (isBuilt(piece)) return { x: this.#siteX(Number(piece.place)), y: piece.base, z: 0, scale: 1 }
    return { ...this.#stock(piece.place), y: -8 + piece.level * (piece.top - piece.base) * small, scale: small }
  }

  #place(id: number, piece: Piece, travels: boolean): void {
    const solid = this.#solids.get(id) ?? this.#create(id, piece), was = solid.piece, { mesh } = solid
    const to = this.#rest(piece)
    mesh.geometry = this.#geometry(piece)
    mesh.userData.place = piece.place
    solid.piece = piece
    if (travels && was.place !== piece.place) {
      const pose = (x: number, y: number, scale: number) => ({ x, y: -y, turn: 0, scale, order: 0 })
      const from = pose(mesh.position.x, mesh.position.y, mesh.scale.x)
      solid.z = { from: mesh.position.z, to: to.z }
      solid.track = { from, to: pose(to.x, to.y, to.scale), path: { kind: 'drop', top: -ceiling }, start: performance.now(), duration: dropTime }
    } else if (solid.track === null || was.place !== piece.place) {
      solid.track = null
      mesh.position.set(to.x, to.y, to.z)
      mesh.scale.setScalar(to.scale)
    }
  }

  #create(id: number, piece: Piece): Solid {
    const color = piece.player === 1 ? blue : silver
    const material = new MeshStandardMaterial({ color, metalness: 0.82, roughness: piece.player === 1 ? 0.34 : 0.28, side: DoubleSide })
    const mesh = new Mesh(this.#geometry(piece), material)
    mesh.castShadow = true
    mesh.receiveShadow = true
    this.#scene.add(mesh)
    const solid: Solid = { mesh, piece, track: null, z: { from: 0, to: 0 } }
    this.#solids.set(id, solid)
    return solid
  }

  // What is chosen stands out, and sites that it may go to have a ring.
  mark(chosen: string | null, offered: ReadonlySet<string>): void {
    this.#chosen = chosen
    const top = this.#topOf(chosen)
    for (const [id, solid] of this.#solids) {
      const raised = id === top
      solid.mesh.material.emissive.setHex(raised ? target : 0)
      solid.mesh.material.emissiveIntensity = raised ? 0.45 : 0
      if (solid.track === null && id !== this.#held?.id) solid.mesh.position.y = this.#rest(solid.piece).y + (raised ? 9 : 0)
    }
    this.#rings.forEach((ring, i) => (ring.visible = offered.has(String(i + 1))))
    this.draw()
  }

  #topOf(place: string | null): number | null {
    let best: number | null = null, level = -1
    for (const [id, solid] of this.#solids)
      if (solid.piece.place === place && solid.piece.level > level) {
        best = id
        level = solid.piece.level
      }
    return best
  }

  get cut(): boolean {
    return this.#cut
  }

  set cut(cut: boolean) {
    this.#cut = cut
    for (const solid of this.#solids.values()) solid.mesh.geometry = this.#geometry(solid.piece)
    this.draw()
  }

  // ---- Labels ----------------------------------------------------------------------------------------------------

  #label(view: View): void {
    for (let site = 1; site <= 3; site++) {
      const seen = (player: number) => view.pieces.filter((p) => p.place === String(site) && p.player === player && p.visible).length
      this.#write(`site ${site}`, `${site}   ●${seen(1)} ■${seen(2)}`, new Vector3(this.#siteX(site), -6, 66), 13)
    }
    for (const colour of colours)
      for (const size of sizes) {
        const n = view.pieces.filter((piece) => piece.place === `${colour}${size}`).length
        const { x, z } = this.#stock(`${colour}${size}`)
        this.#write(`${colour}${size}`, `${size} ×${n}`, new Vector3(x, -7, z + 27), 10)
      }
  }

  #write(key: string, text: string, at: Vector3, height: number): void {
    const known = this.#labels.get(key)
    if (known?.userData.text === text) return
    const texture = new CanvasTexture(written(text, this.#inks.text))
    texture.colorSpace = SRGBColorSpace
    const sprite = known ?? new Sprite(new SpriteMaterial({ transparent: true, depthTest: false }))
    sprite.material.map?.dispose()
    sprite.material.map = texture
    sprite.material.needsUpdate = true
    sprite.scale.set(height * 5 * this.#lettering, height * this.#lettering, 1)
    sprite.userData.height = height
    sprite.position.copy(at)
    sprite.userData.text = text
    if (!known) this.#scene.add(sprite)
    this.#labels.set(key, sprite)
  }

  // ---- Pointing --------------------------------------------------------------------------------------------------

  // The place under a point of the canvas (both from -1 to 1), or null.
  placeAt(point: Vector2): string | null {
    const caster = new Raycaster()
    caster.setFromCamera(point, this.#camera)
    const objects: Object3D[] = [...this.#bases, ...[...this.#solids.values()].map((solid) => solid.mesh)]
    const place: unknown = caster.intersectObjects(objects, false)[0]?.object.userData.place
    return typeof place === 'string' ? place : null
  }

  // The site nearest to a point of the canvas, for what is carried over the towers.
  siteAt(point: Vector2): string {
    const away = (site: number) => Math.abs(this.#project(new Vector3(this.#siteX(site), 60, 0)).x - point.x)
    return String([1, 2, 3].sort((a, b) => away(a) - away(b))[0] ?? 1)
  }

  // Whether a point is over the towers rather than over the stock.
  isOverTowers(point: Vector2): boolean {
    return point.y > this.#project(new Vector3(0, 0, stockZ - 45)).y
  }

  // Carries the chosen cylinder along with the pointer, on a plane that faces the viewer.
  carry(point: Vector2): void {
    const id = this.#topOf(this.#chosen), solid = id === null ? undefined : this.#solids.get(id)
    if (id === null || !solid) return
    const caster = new Raycaster(), at = new Vector3(), facing = this.#camera.getWorldDirection(new Vector3()).setY(0).normalize()
    caster.setFromCamera(point, this.#camera)
    const plane = new Plane().setFromNormalAndCoplanarPoint(facing, new Vector3(0, 0, this.isOverTowers(point) ? 0 : stockZ))
    if (!caster.ray.intersectPlane(plane, at)) return
    const high = (solid.piece.top - solid.piece.base) / 2
    this.#held = { id, at }
    solid.track = null
    solid.mesh.position.set(at.x, Math.max(-8, at.y - high), at.z)
    solid.mesh.scale.setScalar(this.isOverTowers(point) ? 1 : 0.7)
    this.draw()
  }

  letGo(): void {
    const solid = this.#held ? this.#solids.get(this.#held.id) : undefined
    this.#held = null
    if (!solid) return
    const rest = this.#rest(solid.piece)
    solid.mesh.position.set(rest.x, rest.y, rest.z)
    solid.mesh.scale.setScalar(rest.scale)
    this.draw()
  }

  set orbiting(free: boolean) {
    this.#controls.enabled = free
  }

  // ---- Camera and drawing ----------------------------------------------------------------------------------------

  home(): void {
    this.#controls.target.set(0, 48, 80)
    this.#camera.position.set(0, 470, 800)
    this.#controls.minDistance = 260
    this.#controls.maxDistance = 1500
    this.#controls.maxPolarAngle = Math.PI * 0.49
    this.#controls.enablePan = false
    this.#controls.update()
    this.draw()
  }

  turn(angle: number, tilt: number): void {
    const offset = this.#camera.position.clone().sub(this.#controls.target)
    offset.applyAxisAngle(new Vector3(0, 1, 0), angle)
    const side = new Vector3(offset.z, 0, -offset.x).normalize()
    const tilted = offset.clone().applyAxisAngle(side, -tilt)
    if (tilted.y > 20 && tilted.angleTo(new Vector3(0, 1, 0)) > 0.15) offset.copy(tilted)
    this.#camera.position.copy(this.#controls.target).add(offset)
    this.#controls.update()
    this.draw()
  }

  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
    this.#renderer.setSize(width, height, false)
    this.#camera.aspect = width / height
    // On a narrow screen the towers must still fit: the angle is kept across instead of up and down.
    const across = (26.5 * Math.PI) / 180
    this.#camera.fov = (2 * Math.atan(Math.tan(across / 2) / (width / height)) * 180) / Math.PI
    this.#camera.updateProjectionMatrix()
    this.#lettering = width < 480 ? 1.5 : 1
    for (const label of this.#labels.values()) {
      const high = Number(label.userData.height) * this.#lettering
      label.scale.set(high * 5, high, 1)
    }
    this.draw()
  }

  // Draws the next frame; shadows only anew when something has moved.
  draw(moved = true): void {
    if (moved) this.#renderer.shadowMap.needsUpdate = true
    if (this.#frame === 0) this.#frame = requestAnimationFrame((now) => this.#render(now))
  }

  #render(now: number): void {
    this.#frame = 0
    let moving = false
    for (const solid of this.#solids.values()) moving = this.#advance(solid, now) || moving
    this.#renderer.render(this.#scene, this.#camera)
    this.#onspots(this.#spots(), moving)
    if (moving) this.draw()
  }

  #advance(solid: Solid, now: number): boolean {
    const { track, mesh } = solid
    if (track === null) return false
    const pose = poseOn(track, now), along = Math.min(1, Math.max(0, (now - track.start) / track.duration) * 1.6)
    mesh.position.set(pose.x, -pose.y, solid.z.from + (solid.z.to - solid.z.from) * along)
    mesh.scale.setScalar(pose.scale)
    if (isOver(track, now)) solid.track = null
    return solid.track !== null
  }

  #project(point: Vector3): Vector3 {
    return point.clone().project(this.#camera)
  }

  // Where places are on the canvas, in percent, for the keyboard's focus.
  #spots(): Spot[] {
    const spot = (name: string, low: Vector3, high: Vector3, radius: number, kind: Spot['kind']): Spot => {
      const a = this.#project(low), b = this.#project(high), side = this.#project(low.clone().add(new Vector3(radius, 0, 0)))
      const x = ((a.x + b.x) / 4 + 0.5) * 100, y = (0.5 - (a.y + b.y) / 4) * 100
      const width = Math.max(6, Math.abs(side.x - a.x) * 100), height = Math.max(6, Math.abs(a.y - b.y) * 50 + 4)
      return { name, x, y, width, height, path: '', kind }
    }
    const all = [1, 2, 3].map((site) => spot(String(site), new Vector3(this.#siteX(site), -8, 0), new Vector3(this.#siteX(site), 170, 0), 56, 'area'))
    for (const colour of colours)
      for (const [i, size] of [...sizes].entries()) {
        const { x, z } = this.#stock(`${colour}${size}`), radius = Math.max(16, outerRadius(i) * small)
        all.push(spot(`${colour}${size}`, new Vector3(x, -8, z), new Vector3(x, 30, z), radius, 'stock'))
      }
    return all
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame)
    this.#controls.dispose()
    for (const geometry of this.#geometries.values()) geometry.dispose()
    for (const solid of this.#solids.values()) solid.mesh.material.dispose()
    for (const label of this.#labels.values()) label.material.map?.dispose()
    this.#scene.environment?.dispose()
    this.#scene.clear()
    this.#renderer.dispose()
  }
}

// A word on a small canvas.
function written(text: string, colour: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = 320
  canvas.height = 64
  const pen = canvas.getContext('2d')
  if (!pen) return canvas
  pen.font = '600 46px system-ui, sans-serif'
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillStyle = colour
  pen.fillText(text, canvas.width / 2, canvas.height / 2 + 2)
  return canvas
}

