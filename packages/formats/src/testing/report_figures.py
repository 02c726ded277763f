"""Figures of days by pandas, and those of a recorded run by gpxpy: an implementation that shares no code with the project.

usage: report_figures.py DAYS.json TRACK.gpx. Writes JSON.
DAYS.json: a list of {name, timeZone, day or null, fixes: [[ms, latitude, longitude, km/h or null, ignition or null], ...]}.
"""

import json
import sys

import gpxpy
import numpy as np
import pandas as pd

GAP_S, STOP_S, RUN_S = 3600, 180, 30
MIN_TRIP_M, MIN_TRIP_S, MIN_STOP_S = 500, 300, 300


def haversine(lat1, lon1, lat2, lon2):
    lat1, lon1, lat2, lon2 = map(np.radians, (lat1, lon1, lat2, lon2))
    a = np.sin((lat2 - lat1) / 2) ** 2 + np.cos(lat1) * np.cos(lat2) * np.sin((lon2 - lon1) / 2) ** 2
    return 2 * 6371008.8 * np.arcsin(np.sqrt(a))


def merge_short(frame, label, shortest):
    """Gives runs of a label that are too short to the label around them."""
    run = (frame.moving != frame.moving.shift()).cumsum()
    for _, rows in frame.groupby(run):
        inside = rows.index[0] > 0 and rows.index[-1] < len(frame) - 1
        if bool(rows.moving.iloc[0]) == label and inside and rows.dt.sum() < shortest:
            frame.loc[rows.index, "moving"] = not label


def figures(case):
    f = pd.DataFrame(case["fixes"], columns=["ms", "lat", "lon", "speed", "ignition"])
    f["t"] = f.ms / 1000
    f["dt"] = f.t.shift(-1) - f.t
    f["step"] = haversine(f.lat, f.lon, f.lat.shift(-1), f.lon.shift(-1))
    speed = f.speed if f.speed.notna().any() else f.step / f.dt * 3.6
    f["moving"] = speed >= 5
    f["gap"] = f.dt >= GAP_S
    merge_short(f, False, STOP_S)
    merge_short(f, True, RUN_S)
    f["kind"] = np.where(f.gap, "gap", np.where(f.moving, "trip", "stop"))
    run = (f.kind != f.kind.shift()).cumsum()
    zone = case["timeZone"]
    if case["day"] is None:
        start, end = f.t.iloc[0], f.t.iloc[-1]
    else:
        first = pd.Timestamp(case["day"], tz=zone)
        start, end = first.timestamp(), (first + pd.DateOffset(days=1)).timestamp()
    over = (np.minimum(f.t + f.dt, end) - np.maximum(f.t, start)).clip(lower=0)
    share = (over / f.dt).fillna(0)
    hour = pd.to_datetime(f.t, unit="s", utc=True).dt.tz_convert(zone).dt.hour
    night = (hour >= 22) | (hour < 6)
    trips = stops = 0
    for _, rows in f.groupby(run):
        begin, seconds = rows.t.iloc[0], rows.dt.sum()
        if not (start <= begin < end) or seconds == 0:
            continue
        if rows.kind.iloc[0] == "trip":
            trips += bool(seconds >= MIN_TRIP_S and rows.step.sum() >= MIN_TRIP_M)
        if rows.kind.iloc[0] == "stop":
            stops += bool(seconds >= MIN_STOP_S)
    known = f.ignition.notna().any()
    on = f.ignition.fillna(False).astype(bool)
    seconds = lambda mask: float(round(over[mask].sum(), 3))
    top = f.speed[(f.kind == "trip")].max()
    return {
        "name": case["name"],
        "trip": seconds(f.kind == "trip"),
        "stop": seconds(f.kind == "stop"),
        "gap": seconds(f.kind == "gap"),
        "trips": trips,
        "stops": stops,
        "metres": float(round((f.step * share).sum(), 1)),
        "tripMetres": float(round((f.step * share)[f.kind == "trip"].sum(), 1)),
        "maxSpeed": None if pd.isna(top) else float(round(top, 3)),
        "ignition": seconds(on) if known else None,
        "idle": seconds(on & (f.kind == "stop")) if known else None,
        "night": seconds((f.kind == "trip") & night),
    }


def gpx_figures(path):
    with open(path) as file:
        track = gpxpy.parse(file)
    moving = track.get_moving_data()
    return {
        "metres": round(track.length_2d(), 3),
        "moving": moving.moving_time,
        "stopped": moving.stopped_time,
        "seconds": track.get_duration(),
    }


with open(sys.argv[1]) as source:
    result = {"days": [figures(case) for case in json.load(source)], "gpxpy": gpx_figures(sys.argv[2])}
print(json.dumps(result))
