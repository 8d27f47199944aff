/** Synth: noise and tones with a beginning and an end. They go into any audio context, so that they can be measured too. */

export type Out = AudioNode;

interface Shape {
  /** Seconds in which it swells, sounds and fades. */
  attack?: number;
  hold?: number;
  release?: number;
  peak?: number;
}

interface Noise extends Shape {
  /** Hertz of the band at the beginning and at the end. */
  from: number;
  to?: number;
  q?: number;
}

interface Tone extends Shape {
  from: number;
  to?: number;
  wave?: OscillatorType;
  /** Hertz by which the pitch trembles. */
  wobble?: number;
  /** Hertz above which it is muffled. */
  cut?: number;
}

const SILENT = 0.0001;
const buffers = new WeakMap<BaseAudioContext, AudioBuffer>();

/** A second of noise, always the same. */
function noiseBuffer(context: BaseAudioContext): AudioBuffer {
  let buffer = buffers.get(context);
  if (!buffer) {
    buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const data = buffer.getChannelData(0);
    let state = 22_222;
    for (let at = 0; at < data.length; at++) {
      state = (state * 16_807) % 2_147_483_647;
      data[at] = (state / 2_147_483_647) * 2 - 1;
    }
    buffers.set(context, buffer);
  }
  return buffer;
}

/** A gain that swells and fades, and the time at which it is silent again. */
function envelope(context: BaseAudioContext, at: number, shape: Required<Shape>): { gain: GainNode; end: number } {
  const { attack, hold, release, peak } = shape;
  const gain = context.createGain();
  const end = at + attack + hold + release;
  gain.gain.setValueAtTime(SILENT, at);
  gain.gain.exponentialRampToValueAtTime(peak, at + attack);
  gain.gain.setValueAtTime(peak, at + attack + hold);
  gain.gain.exponentialRampToValueAtTime(SILENT, end);
  return { gain, end };
}

export function noise(out: Out, at: number, given: Noise): void {
  const { from, to = from, q = 1, attack = 0.002, hold = 0, release = 0.05, peak = 0.3 } = given;
  const context = out.context;
  const source = context.createBufferSource();
  const band = context.createBiquadFilter();
  const { gain, end } = envelope(context, at, { attack, hold, release, peak });
  source.buffer = noiseBuffer(context);
  source.loop = true;
  band.type = "bandpass";
  band.Q.value = q;
  band.frequency.setValueAtTime(from, at);
  band.frequency.exponentialRampToValueAtTime(to, end);
  source.connect(band).connect(gain).connect(out);
  source.start(at, (at * 7.3) % 0.9);
  source.stop(end + 0.02);
}

export function tone(out: Out, at: number, given: Tone): void {
  const { from, to = from, wave = "sine", attack = 0.003, hold = 0, release = 0.1, peak = 0.2 } = given;
  const context = out.context;
  const voice = context.createOscillator();
  const { gain, end } = envelope(context, at, { attack, hold, release, peak });
  voice.type = wave;
  voice.frequency.setValueAtTime(from, at);
  voice.frequency.exponentialRampToValueAtTime(to, end);
  if (given.wobble) tremble(voice, at, end, given.wobble);
  let last: AudioNode = voice;
  if (given.cut) {
    const muffle = context.createBiquadFilter();
    muffle.type = "lowpass";
    muffle.frequency.setValueAtTime(given.cut * 0.4, at);
    muffle.frequency.linearRampToValueAtTime(given.cut, at + attack * 2);
    muffle.frequency.linearRampToValueAtTime(given.cut * 0.5, end);
    last = voice.connect(muffle);
  }
  last.connect(gain).connect(out);
  voice.start(at);
  voice.stop(end + 0.02);
}

function tremble(voice: OscillatorNode, at: number, end: number, hertz: number): void {
  const slow = voice.context.createOscillator();
  const depth = voice.context.createGain();
  slow.frequency.value = 5.5;
  depth.gain.value = hertz;
  slow.connect(depth).connect(voice.frequency);
  slow.start(at);
  slow.stop(end);
}

/** The same, louder or softer. */
export function scaled(out: Out, factor: number): GainNode {
  const gain = out.context.createGain();
  gain.gain.value = factor;
  gain.connect(out);
  return gain;
}
