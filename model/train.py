#!/usr/bin/env python3
"""Trains the language model and writes its weights. Needs PyTorch 2, and a GPU to be done in minutes.

    model/text.sh >text.txt
    model/train.py text.txt OUT --sizes 3x64x64 4x64x128 --seconds 50

For each size (layers x width x context) OUT gets weights-SIZE.bin, which the program reads as model/weights.bin, and weights-SIZE-best.bin,
the same model at its lowest validation loss. OUT/log.txt has the losses and a few samples of each. model/README.md describes the file.
"""

import argparse
import math
import os
import struct
import sys
import time

import torch
import torch.nn as nn
import torch.nn.functional as F

HEADS = 4
CHARACTERS = "\n" + "".join(chr(c) for c in range(32, 127))
PROMPTS = ["A warp is", "A kernel is", "The simulator", "Shared memory", "If two threads"]


class Layer(nn.Module):
    """Attention and a small network, each with a layer norm before it and a residual around it."""

    def __init__(self, width, context, dropout):
        super().__init__()
        self.norm1 = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.norm2 = nn.LayerNorm(width)
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(4 * width, width)
        self.drop = nn.Dropout(dropout)
        self.register_buffer("later", torch.triu(torch.ones(context, context, dtype=torch.bool), 1), persistent=False)

    def forward(self, x):
        batch, n, width = x.shape
        q, k, v = (part.view(batch, n, HEADS, width // HEADS).transpose(1, 2) for part in self.qkv(self.norm1(x)).split(width, 2))
        scores = q @ k.transpose(2, 3) / math.sqrt(width // HEADS)
        shares = F.softmax(scores.masked_fill(self.later[:n, :n], -math.inf), dim=-1)
        heads = (shares @ v).transpose(1, 2).reshape(batch, n, width)
        x = x + self.drop(self.out(heads))
        return x + self.drop(self.down(F.gelu(self.up(self.norm2(x)), approximate="tanh")))


class Model(nn.Module):
    """Characters in, a number for each possible next character out. The head is the table of characters again."""

    def __init__(self, layers, width, context, dropout):
        super().__init__()
        self.context = context
        self.characters = nn.Embedding(len(CHARACTERS), width)
        self.positions = nn.Embedding(context, width)
        self.drop = nn.Dropout(dropout)
        self.layers = nn.ModuleList(Layer(width, context, dropout) for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        for name, weight in self.named_parameters():
            if weight.dim() == 2:
                scale = 0.02 / math.sqrt(2 * layers) if name.endswith(("out.weight", "down.weight")) else 0.02
                nn.init.normal_(weight, 0.0, max(scale, 0.005))
            elif name.endswith("bias"):
                nn.init.zeros_(weight)

    def forward(self, text):
        x = self.drop(self.characters(text) + self.positions(torch.arange(text.shape[1], device=text.device)))
        for layer in self.layers:
            x = layer(x)
        return self.norm(x) @ self.characters.weight.T


def rounded(model):
    """Returns the weights in the file's order, in halves."""
    order = [model.characters.weight, model.positions.weight]
    for layer in model.layers:
        for part in (layer.norm1, layer.qkv, layer.out, layer.norm2, layer.up, layer.down):
            order += [part.weight, part.bias]
    order += [model.norm.weight, model.norm.bias]
    return [weight.detach().float().cpu().half() for weight in order]


def write(model, layers, width, path):
    """Writes the file that model/weights.c reads."""
    with open(path, "wb") as file:
        file.write(b"WbWm" + struct.pack("<6I", 1, len(CHARACTERS), model.context, width, HEADS, layers))
        file.write(CHARACTERS.encode("ascii"))
        for weight in rounded(model):
            flat = weight.reshape(-1).tolist()
            file.write(struct.pack("<%de" % len(flat), *flat))


def batches(text, context, count, generator):
    """Returns count random pieces of the text, and the same pieces one character later."""
    starts = torch.randint(0, len(text) - context - 1, (count, 1), generator=generator, device=text.device)
    at = starts + torch.arange(context, device=text.device)
    return text[at], text[at + 1]


@torch.no_grad()
def loss_on(model, text):
    """Returns the loss on a text, in pieces of the model's context."""
    model.eval()
    pieces = (len(text) - 1) // model.context
    x = text[: pieces * model.context].view(pieces, -1)
    y = text[1 : pieces * model.context + 1].view(pieces, -1)
    total = sum(F.cross_entropy(model(x[i : i + 64]).flatten(0, 1), y[i : i + 64].flatten(), reduction="sum").item() for i in range(0, pieces, 64))
    model.train()
    return total / (pieces * model.context)


@torch.no_grad()
def sample(model, prompt, length, temperature, device):
    """Returns the prompt and what the model writes after it: the likeliest character each time, or at random if the temperature isn't 0."""
    model.eval()
    text = [CHARACTERS.index(c) for c in prompt]
    generator = torch.Generator().manual_seed(1)
    while len(text) < length:
        # As the program does: when the context is full, its later half is read again.
        seen = len(text) if len(text) < model.context else model.context // 2 + (len(text) - model.context) % (model.context // 2)
        logits = model(torch.tensor([text[-seen:]], device=device))[0, -1].float().cpu()
        if temperature == 0:
            text.append(int(logits.argmax()))
        else:
            text.append(int(torch.multinomial(F.softmax(logits / temperature, dim=0), 1, generator=generator)))
    model.train()
    return "".join(CHARACTERS[i] for i in text)


def train(size, text, options, say):
    """Trains one size for options.seconds, or options.steps if that is given, and writes both of its files."""
    layers, width, context = (int(part) for part in size.split("x"))
    device = text.device
    torch.manual_seed(options.seed)
    generator = torch.Generator(device=device).manual_seed(options.seed)
    held = len(text) // 20
    learn, check = text[:-held], text[-held:]
    model = Model(layers, width, context, options.dropout).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=options.rate, betas=(0.9, 0.95), weight_decay=0.05)
    say("%s: %d parameters, %d characters to learn, %d to check" % (size, sum(p.numel() for p in model.parameters()), len(learn), held))
    best, begin, step, done = math.inf, time.time(), 0, 0.0
    while done < 1:
        done = step / options.steps if options.steps else (time.time() - begin) / options.seconds
        for group in optimizer.param_groups: # warm up, then down along a cosine
            group["lr"] = options.rate * min(1, (step + 1) / 200) * (0.02 + 0.98 * (1 + math.cos(math.pi * min(1, done))) / 2)
        x, y = batches(learn, context, options.batch, generator)
        loss = F.cross_entropy(model(x).flatten(0, 1), y.flatten())
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        step += 1
        if step % options.every == 0 or done >= 1:
            held_loss = loss_on(model, check)
            say("%s step %6d  %5.1f s  training %.4f  validation %.4f" % (size, step, time.time() - begin, loss.item(), held_loss))
            if held_loss < best:
                best = held_loss
                write(model, layers, width, os.path.join(options.out, "weights-%s-best.bin" % size))
    write(model, layers, width, os.path.join(options.out, "weights-%s.bin" % size))
    order = list(zip([model.characters.weight, model.positions.weight], rounded(model)[:2]))
    say("%s: largest change of a table by halves %.1e" % (size, max((w.detach().cpu() - h.float()).abs().max().item() for w, h in order)))
    say("%s: training %.4f, validation %.4f at the end, %.4f at best" % (size, loss_on(model, learn[: 8 * held]), loss_on(model, check), best))
    for prompt in PROMPTS:
        for temperature in (0, 0.7):
            say("--- %s, last, temperature %g\n%s" % (size, temperature, sample(model, prompt, options.length, temperature, device)))


def main():
    """Reads the command line and the text, and trains each size."""
    parser = argparse.ArgumentParser(description="Trains the language model on a text and writes its weights.")
    parser.add_argument("text")
    parser.add_argument("out")
    parser.add_argument("--sizes", nargs="+", default=["3x64x64", "4x64x128"], help="layers x width x context")
    parser.add_argument("--seconds", type=float, default=50, help="for each size")
    parser.add_argument("--steps", type=int, default=0, help="in place of --seconds: the same steps on every machine")
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=4e-3)
    parser.add_argument("--dropout", type=float, default=0.0)
    parser.add_argument("--every", type=int, default=500, help="steps from one line of the log to the next")
    parser.add_argument("--length", type=int, default=300, help="characters of a sample")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = True
    with open(options.text, encoding="ascii") as file:
        text = torch.tensor([CHARACTERS.index(c) for c in file.read()], device=device)
    with open(os.path.join(options.out, "log.txt"), "w", encoding="ascii") as log:

        def say(line):
            print(line, flush=True)
            log.write(line + "\n")
            log.flush()

        say("PyTorch %s on %s, seed %d: %s" % (torch.__version__, device, options.seed, " ".join(sys.argv[1:])))
        for size in options.sizes:
            train(size, text, options, say)


if __name__ == "__main__":
    main()
