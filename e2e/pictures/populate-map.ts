import type { ServerProcess } from '../support/server.ts';

const [LNG, LAT] = [110.2975, 25.2775];

/** Adds fences, labelled points and routes around Guilin to the holder's map. */
export async function populateMap({ client }: ServerProcess): Promise<void> {
  const { list: groups } = await client.call('queryAllGroups', {});
  const groupId = groups[0]?.groupId ?? null;
  const at = (east: number, north: number): [number, number] => [LNG + east, LAT + north];
  await client.call('createFence', {
    fenceName: '象鼻山景区',
    fenceType: 'POLYGON',
    fenceData: {
      rings: [
        [at(-0.008, -0.006), at(0.004, -0.009), at(0.009, 0.001), at(0.001, 0.007), at(-0.009, 0.003)],
        [at(-0.003, -0.002), at(0.001, -0.003), at(0.001, 0.001)],
      ],
    },
    color: '#7a3ea8',
    groupId,
  });
  await client.call('createFence', {
    fenceName: 'Depot of the northern district and its approaches',
    fenceType: 'CIRCULAR',
    fenceData: { center: at(0.022, 0.012), radius: 900 },
    color: '#c2620a',
    notice: 'OUT',
  });
  await client.call('createFence', {
    fenceName: '码头',
    fenceType: 'RECTANGLE',
    fenceData: { west: LNG - 0.03, south: LAT - 0.016, east: LNG - 0.018, north: LAT - 0.008 },
    color: '#0b7a75',
    display: 'HIDE',
  });
  const points = [
    ['渡口', 'anchor', 0.004, -0.004, '#0b5cad'],
    ['Petrol', 'fuel', -0.012, 0.01, '#c2620a'],
    ['医院', 'medical', 0.012, 0.004, '#d30d0d'],
  ] as const;
  for (const [placeName, iconUrl, east, north, color] of points) {
    const [longitude, latitude] = at(east, north);
    await client.call('addLabelPoint', { placeName, iconUrl, color, latitude, longitude, note: '24 h' });
  }
  const bend = Array.from({ length: 60 }, (_, step) => at(-0.03 + step * 0.001, 0.012 * Math.sin(step / 9)));
  await client.call('addRoute', {
    routeName: '漓江巡航线',
    color: '#2f6f2f',
    weight: 4,
    dataPoints: bend,
    start: '桂林',
    end: '磨盘山',
    groupId,
  });
}
