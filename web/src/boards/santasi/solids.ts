// The shapes of the towers in space: nested tubes, whole or with a wedge cut out so that one can look inside.
import { BufferAttribute, BufferGeometry, LatheGeometry, Vector2 } from 'three'

export const wall = 9, gap = 0.5 // a tube's wall, and the air between two of them
const bevel = 1.1, segments = 60, wedge = (Math.PI * 2) / 3 // what is cut out

export const outerRadius = (size: number) => (size + 1) * wall - gap
const innerRadius = (size: number) => (size === 0 ? 0 : size * wall + gap)

// The wall of a tube cut through, from the inner lower edge round and back to it.
function profile(size: number, height: number): Vector2[] {
  const inner = innerRadius(size), outer = outerRadius(size), top = height - gap
  const edge = [
    new Vector2(outer - bevel, 0), new Vector2(outer, bevel), new Vector2(outer, top - bevel), new Vector2(outer - bevel, top),
  ]
  if (size === 0) return [new Vector2(0, 0), ...edge, new Vector2(0, top)]
  const hole = [new Vector2(inner + bevel, top), new Vector2(inner, top - bevel), new Vector2(inner, bevel), new Vector2(inner + bevel, 0)]
  return [...hole.slice(3), ...edge, ...hole.slice(0, 3), ...hole.slice(3)]
}

// A flat face that closes the wall where the wedge is cut.
function face(points: Vector2[], angle: number, flipped: boolean): number[] {
  const corners = points.map((point) => [point.x * Math.sin(angle), point.y, point.x * Math.cos(angle)] as const)
  const [first] = corners
  const triangles: number[] = []
  for (let i = 1; first && i + 1 < corners.length; i++) {
    const b = corners[i], c = corners[i + 1]
    if (b && c) triangles.push(...first, ...(flipped ? c : b), ...(flipped ? b : c))
  }
  return triangles
}

function join(parts: BufferGeometry[]): BufferGeometry {
  const positions: number[] = [], normals: number[] = []
  for (const part of parts) {
    const flat = part.index ? part.toNonIndexed() : part
    positions.push(...Array.from(flat.getAttribute('position').array))
    normals.push(...Array.from(flat.getAttribute('normal').array))
    part.dispose()
  }
  const joined = new BufferGeometry()
  joined.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3))
  joined.setAttribute('normal', new BufferAttribute(new Float32Array(normals), 3))
  return joined
}

// A cylinder of a size that stands on the origin. The wedge opens towards the viewer.
export function cylinder(size: number, height: number, cut: boolean): BufferGeometry {
  const points = profile(size, height)
  if (!cut) return new LatheGeometry(points, segments)
  const start = wedge / 2, length = Math.PI * 2 - wedge
  const faces = new BufferGeometry()
  const triangles = [...face(points, start, false), ...face(points, start + length, true)]
  faces.setAttribute('position', new BufferAttribute(new Float32Array(triangles), 3))
  faces.computeVertexNormals()
  return join([new LatheGeometry(points, Math.round((segments * 2) / 3), start, length), faces])
}
