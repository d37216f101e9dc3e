/**
 * A model's name without what does not affect its use: owner, letter case, format and quantisation. Versions stay, even
 * as Ollama's tags: `nomic-embed-text:v1.5` and `nomic-ai/nomic-embed-text-v1.5-GGUF` are the same.
 */
export function plainModelName(model: string): string {
  const name = model.toLowerCase().split('/').at(-1) ?? '';
  const [base = '', tag = ''] = name.split(':');
  const bare = base.replaceAll('_', '-').replace(FORMATS, '');
  const version = /^v\d[\w.-]*?(?=$|-(?:fp|q\d|int))/.exec(tag)?.[0] ?? '';
  return version === '' || bare.endsWith(version) ? bare : `${bare}-${version}`;
}

const FORMATS = /(?:[-.](?:gguf|onnx|mlx|safetensors|fp16|fp32|f16|f32|int8|uint8|bf16|q\d(?:[-_]\w+)*))+$/;
